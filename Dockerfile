# The image of a server: built from this checkout against locked versions, compiled, run by nobody in particular.
FROM python:3.11-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /build
RUN python -m venv /farmtable
ENV PATH=/farmtable/bin:$PATH PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
COPY requirements-app.lock ./
RUN pip install --require-hashes -r requirements-app.lock
COPY pyproject.toml setup.py README.md LICENSE NOTICE ./
COPY src src
RUN pip install --no-deps --no-build-isolation .

FROM python:3.11-slim
RUN useradd --uid 10001 --create-home --shell /usr/sbin/nologin farmtable \
    && install --directory --owner farmtable --group farmtable /data
COPY --from=build /farmtable /farmtable
ENV PATH=/farmtable/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    FARMTABLE_HOST=0.0.0.0 \
    FARMTABLE_PORT=8000 \
    FARMTABLE_DB=sqlite:////data/tables.sqlite \
    FARMTABLE_CACHE=/tmp/farmtable \
    FARMTABLE_LOG=lines
USER 10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen(f'http://127.0.0.1:{os.environ[\"FARMTABLE_PORT\"]}/health/ready', timeout=4)"]
CMD ["farmtable", "serve", "--no-browser"]

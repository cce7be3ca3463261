"""What `import farmtable` offers: public names, and the packages below it."""

from types import ModuleType

import farmtable


def test_the_top_level_holds_public_names_alone() -> None:
    offered = {name: value for name, value in vars(farmtable).items() if not name.startswith("_")}
    others = {name for name in offered if name not in farmtable.__all__}
    assert all(isinstance(offered[name], ModuleType) for name in others), others
    assert all(hasattr(farmtable, name) for name in farmtable.__all__)
    assert farmtable.__version__.count(".") >= 1

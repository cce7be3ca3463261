// The tile as it would lie: its fields over their cells, and a note of what each would score.

const SVG = "http://www.w3.org/2000/svg";

function make(name, attributes, parent, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

export function eraseGhost(table) {
  const ghost = table.board.querySelector(".ghost");
  ghost.replaceChildren();
  ghost.classList.remove("refused");
}

/** Draw `tile` (its button in the tray) at `spot`; `answer` is what the server says of that placement. */
export function drawGhost(table, tile, spot, answer) {
  const ghost = table.board.querySelector(".ghost");
  ghost.classList.toggle("refused", !answer.legal);
  const at = spot.cells.map((cell) => ({ x: 64 * (cell % table.columns), y: 64 * Math.floor(cell / table.columns) }));
  const level = Math.max(...spot.cells.map((cell) => Number(table.cells.get(cell).dataset.level)));
  const lift = Math.min(level, 5) * 2.6;
  const left = Math.min(...at.map(({ x }) => x));
  const top = Math.min(...at.map(({ y }) => y)) - lift;
  const size = { width: Math.max(...at.map(({ x }) => x)) - left + 64, height: Math.max(...at.map(({ y }) => y)) - lift - top + 64 };
  const shape = make("g", { class: "shape" }, ghost);
  const card = { x: left + 1, y: top + 1, width: size.width - 2, height: size.height - 2, rx: 8 };
  make("rect", { ...card, x: left + 4, y: top + 8, class: "piece-shadow" }, shape);
  make("rect", { ...card, class: "piece-edge" }, shape);
  tile.querySelectorAll(".half").forEach((half, index) => {
    const copy = half.cloneNode(true);
    copy.setAttribute("transform", `translate(${at[index].x} ${at[index].y - lift})`);
    shape.append(copy);
  });
  make("rect", { ...card, class: "outline" }, ghost);
  if (answer.legal) note(ghost, table, answer.gains.fields, left + size.width / 2, top);
  else refusalSign(ghost, left + size.width / 2, top + size.height / 2);
}

// "plant 3 · barn 1" for each field, in a plate above the tile (or below it at the upper edge).
function note(ghost, table, fields, middle, top) {
  const widths = fields.map(({ fp }) => (fp === null ? 46 : 86));
  const width = widths.reduce((sum, each) => sum + each, 14);
  const wide = 64 * table.columns;
  const x = Math.max(width / 2 - 24, Math.min(wide + 24 - width / 2, middle));
  const y = top > 20 ? top - 34 : top + Math.max(70, ghost.querySelector(".outline").height.baseVal.value + 8);
  const plate = make("g", { transform: `translate(${x - width / 2} ${y})` }, ghost);
  make("rect", { class: "note-plate", width, height: 31, rx: 15 }, plate);
  let left = 10;
  fields.forEach(({ crop, vp, fp }, index) => {
    make("use", { href: `#field-${crop}`, x: left, y: 5, width: 21, height: 21 }, plate);
    make("text", { class: "note strong", x: left + 32, y: 22 }, plate, vp);
    if (fp !== null) {
      make("use", { href: "#barn", x: left + 45, y: 8, width: 15, height: 15 }, plate);
      make("text", { class: "note", x: left + 68, y: 22 }, plate, fp);
    }
    left += widths[index];
  });
}

function refusalSign(ghost, x, y) {
  const sign = make("g", { transform: `translate(${x} ${y})` }, ghost);
  make("circle", { class: "refusal-sign", r: 15 }, sign);
  make("path", { class: "refusal-stroke", d: "M-8 8 8-8" }, sign);
}

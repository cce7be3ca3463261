// Where a tile can lie, as numbers: cells row by row; directions 0 right, 1 below, 2 left, 3 above.

const OPPOSITE = [2, 3, 0, 1];

/** The cell beside `cell`, or undefined over the edge of the crop area. */
export function neighbour(table, cell, direction) {
  const { columns, cells } = table;
  const column = cell % columns;
  if ((direction === 0 && column === columns - 1) || (direction === 2 && column === 0)) return undefined;
  const next = cell + [1, columns, -1, -columns][direction];
  return cells.has(next) ? next : undefined;
}

/** The placement of `tile` that has its first field on `first`: {action, cells, direction}, or undefined. */
function spotAt(table, tile, first, direction) {
  const { codes } = table;
  if (tile.dataset.kind === undefined) {
    return { action: codes.small[tile.dataset.crop] + first, cells: [first], direction };
  }
  const second = neighbour(table, first, direction);
  if (second === undefined) return undefined;
  return { action: codes.large + 256 * Number(tile.dataset.kind) + 64 * direction + first, cells: [first, second], direction };
}

/** The placement shown when `cell` is pointed at: from there on, or pushed back from the edge. */
export function spotUnder(table, tile, cell, direction) {
  const spot = spotAt(table, tile, cell, direction);
  if (spot) return spot;
  const back = neighbour(table, cell, OPPOSITE[direction]);
  return back === undefined ? undefined : spotAt(table, tile, back, direction);
}

/** Every placement of a tile that stays inside the crop area, legal or not. */
export function spotsOf(table, tile) {
  const directions = tile.dataset.kind === undefined ? [0] : [0, 1, 2, 3];
  return [...table.cells.keys()]
    .flatMap((cell) => directions.map((direction) => spotAt(table, tile, cell, direction)))
    .filter((spot) => spot !== undefined);
}

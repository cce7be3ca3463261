// Arrow keys: from one thing to the nearest in that direction, as they lie on the screen.

const DIRECTIONS = { ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowUp: [0, -1] };

const middle = (element) => {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

/** Which of `elements` an arrow key leads to from `here`, or undefined. */
export function stepTo(elements, here, key) {
  const [dx, dy] = DIRECTIONS[key] ?? [0, 0];
  const [x, y] = middle(here);
  let best;
  let least = Infinity;
  for (const element of elements) {
    const [ex, ey] = middle(element);
    const ahead = (ex - x) * dx + (ey - y) * dy;
    const aside = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
    // What lies straight ahead goes before what is nearer but aside.
    const distance = ahead + 3 * aside;
    if (element !== here && ahead > 4 && aside < 3 * ahead && distance < least) {
      least = distance;
      best = element;
    }
  }
  return best;
}

export const isArrow = (key) => key in DIRECTIONS;

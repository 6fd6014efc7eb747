/* Points of the shown picture: fractions (0 to 1) in the snapshot, thousandths in our drawings. */

export const pointsOf = (polygon) => polygon.map(([x, y]) => `${thousandth(x)},${thousandth(y)}`).join(" ");

export const areaPath = (polygon) => `M${pointsOf(polygon)}Z`;

export const middleOf = (polygon) => {
  const sum = polygon.reduce(([x, y], point) => [x + point[0], y + point[1]], [0, 0]);
  return [sum[0] / polygon.length, sum[1] / polygon.length];
};

/** Where a pointer is, in fractions of the drawing. */
export function pointIn(drawing, { clientX, clientY }) {
  const box = drawing.getBoundingClientRect();
  return [between((clientX - box.left) / box.width), between((clientY - box.top) / box.height)];
}

/** Even-odd rule: does the polygon hold the point? */
export function contains(polygon, [x, y]) {
  let inside = false;
  polygon.forEach(([ax, ay], index) => {
    const [bx, by] = polygon[(index + 1) % polygon.length];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

/** Width over height of the shown picture, as long as no frame has come. */
export function ratioOf({ source, view }) {
  const [width, height] = source.size?.[0] ? source.size : [16, 9];
  return view.turn % 180 ? height / width : width / height;
}

const thousandth = (part) => Math.round(part * 1000);
const between = (part) => Math.min(1, Math.max(0, part));

export const clamped = ([x, y]) => [between(x), between(y)];

/** The upright rectangle between two points, clockwise from its top left corner. */
export function rectangle([ax, ay], [bx, by]) {
  const [left, right] = [Math.min(ax, bx), Math.max(ax, bx)];
  const [top, bottom] = [Math.min(ay, by), Math.max(ay, by)];
  return [[left, top], [right, top], [right, bottom], [left, bottom]];
}

/** The polygon elsewhere, but never beyond the picture's edge. */
export function shifted(polygon, [dx, dy]) {
  const xs = polygon.map(([x]) => x);
  const ys = polygon.map(([, y]) => y);
  const x = Math.max(-Math.min(...xs), Math.min(1 - Math.max(...xs), dx));
  const y = Math.max(-Math.min(...ys), Math.min(1 - Math.max(...ys), dy));
  return polygon.map(([px, py]) => clamped([px + x, py + y]));
}

/** The polygon with its right and lower corners carried along. */
export function stretched(polygon, [dx, dy]) {
  const [mx, my] = middleOf(polygon);
  return polygon.map(([x, y]) => clamped([x > mx ? x + dx : x, y > my ? y + dy : y]));
}

/** For each point the part of the picture that is nearer to it than to any other point, a little apart. */
export function cellsAround(points, ratio) {
  const whole = [[0.01, 0.01], [0.99, 0.01], [0.99, 0.99], [0.01, 0.99]];
  return points.map((point) => {
    const others = points.filter((other) => other !== point);
    const cell = others.reduce((part, other) => nearerHalf(part, point, other, ratio), whole);
    const [mx, my] = middleOf(cell);
    return cell.map(([x, y]) => [mx + (x - mx) * 0.97, my + (y - my) * 0.97]);
  });
}

/** Cuts a polygon along the line midway between two points and keeps the side of the first. */
function nearerHalf(polygon, [px, py], [qx, qy], ratio) {
  const gain = ([x, y]) => ((x - qx) ** 2 - (x - px) ** 2) * ratio ** 2 + (y - qy) ** 2 - (y - py) ** 2;
  return polygon.flatMap((corner, index) => {
    const next = polygon[(index + 1) % polygon.length];
    const [here, there] = [gain(corner), gain(next)];
    const kept = here >= 0 ? [corner] : [];
    if (here >= 0 === there >= 0) return kept;
    const part = here / (here - there);
    return [...kept, [corner[0] + (next[0] - corner[0]) * part, corner[1] + (next[1] - corner[1]) * part]];
  });
}

/* Points of the shown picture: fractions (0 to 1) in the snapshot, thousandths in our drawings. */

export const pointsOf = (/** @type {Polygon} */ polygon) => polygon.map(([x, y]) => `${thousandth(x)},${thousandth(y)}`).join(" ");

export const areaPath = (/** @type {Polygon} */ polygon) => `M${pointsOf(polygon)}Z`;

/** The picture's next quarter turn. */
export const quarterOn = (/** @type {number} */ turn) => /** @type {View["turn"]} */ ((turn + 90) % 360);

/** @returns {Point} */
export const middleOf = (/** @type {Json} */ polygon) => {
  const sum = polygon.reduce((/** @type {Point} */ [x, y], /** @type {Point} */ point) => [x + point[0], y + point[1]], [0, 0]);
  return [sum[0] / polygon.length, sum[1] / polygon.length];
};

/**
 * Where a pointer is, in fractions of the drawing.
 * @returns {Point}
 */
export function pointIn(/** @type {Json} */ drawing, /** @type {any} */ { clientX, clientY }) {
  const box = drawing.getBoundingClientRect();
  return [between((clientX - box.left) / box.width), between((clientY - box.top) / box.height)];
}

/** Even-odd rule: does the polygon hold the point? */
export function contains(/** @type {Polygon} */ polygon, /** @type {Point} */ [x, y]) {
  let inside = false;
  polygon.forEach(([ax, ay], index) => {
    const [bx, by] = polygon[(index + 1) % polygon.length];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

/** Twice the area between three points, with the sign of the way that they turn. */
const turned = (/** @type {Point} */ [ax, ay], /** @type {Point} */ [bx, by], /** @type {Point} */ [cx, cy]) => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

/** Whether the polygon turns one way at all its corners: it neither dents nor crosses itself. */
export function isConvex(/** @type {Polygon} */ polygon) {
  const ways = polygon.map((point, index) => Math.sign(turned(point, polygon[(index + 1) % polygon.length], polygon[(index + 2) % polygon.length])));
  return ways.every((way) => way !== -1) || ways.every((way) => way !== 1);
}

/** Whether the polygon is wider and higher than `least`, and no sliver between: half as thick everywhere along its length. */
export function isRoomy(/** @type {Polygon} */ polygon, /** @type {number} */ least) {
  const [xs, ys] = [0, 1].map((axis) => polygon.map((point) => point[axis]));
  const holds = polygon.reduce((sum, point, index) => sum + turned([0, 0], point, polygon[(index + 1) % polygon.length]), 0) / 2;
  return span(xs) > least && span(ys) > least && Math.abs(holds) > (least / 2) * Math.hypot(span(xs), span(ys));
}

const span = (/** @type {number[]} */ values) => Math.max(...values) - Math.min(...values);

/** Width over height of the shown picture, as long as no frame has come. */
export function ratioOf(/** @type {Json} */ { source, view }) {
  const [width, height] = source.size?.[0] ? source.size : [16, 9];
  return view.turn % 180 ? height / width : width / height;
}

const thousandth = (/** @type {number} */ part) => Math.round(part * 1000);
const between = (/** @type {number} */ part) => Math.min(1, Math.max(0, part));

/** @returns {Point} */
export const clamped = (/** @type {Point} */ [x, y]) => [between(x), between(y)];

/**
 * The upright rectangle between two points, clockwise from its top left corner.
 * @returns {Polygon}
 */
export function rectangle(/** @type {Point} */ [ax, ay], /** @type {Point} */ [bx, by]) {
  const [left, right] = [Math.min(ax, bx), Math.max(ax, bx)];
  const [top, bottom] = [Math.min(ay, by), Math.max(ay, by)];
  return [[left, top], [right, top], [right, bottom], [left, bottom]];
}

/**
 * The polygon elsewhere, but never beyond the picture's edge.
 * @returns {Polygon}
 */
export function shifted(/** @type {Polygon} */ polygon, /** @type {Point} */ [dx, dy]) {
  const xs = polygon.map(([x]) => x);
  const ys = polygon.map(([, y]) => y);
  const x = Math.max(-Math.min(...xs), Math.min(1 - Math.max(...xs), dx));
  const y = Math.max(-Math.min(...ys), Math.min(1 - Math.max(...ys), dy));
  return polygon.map(([px, py]) => clamped([px + x, py + y]));
}

/** The polygon with its right and lower corners carried along. */
export function stretched(/** @type {Polygon} */ polygon, /** @type {Point} */ [dx, dy]) {
  const [mx, my] = middleOf(polygon);
  return polygon.map(([x, y]) => clamped([x > mx ? x + dx : x, y > my ? y + dy : y]));
}

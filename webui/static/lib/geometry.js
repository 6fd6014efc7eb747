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

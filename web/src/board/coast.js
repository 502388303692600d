// Coastlines: land of a world atlas, projected, cut to a window and simplified. Plain JavaScript,
// because the build's own tool uses it as well as the page.
import { geoArea, geoMercator, geoStream } from "d3-geo";

/**
 * @typedef {[number, number]} Point
 * @typedef {[number, number, number, number]} Box x0, y0, x1, y1
 * @typedef {{ rotate: number[], angle: number, scale: number, translate: number[] }} Projection
 * @typedef {import("geojson").Polygon | import("geojson").MultiPolygon} Shape
 * @typedef {import("geojson").Feature<Shape> | import("geojson").FeatureCollection<Shape>} Land
 * @typedef {{ box: Box, tolerance: number, islet: number }} Zone
 */

/** @param {Projection} figures */
export function projectionOf({ rotate, angle, scale, translate }) {
  return geoMercator()
    .rotate([rotate[0] ?? 0, rotate[1] ?? 0])
    .angle(angle)
    .scale(scale)
    .translate([translate[0] ?? 0, translate[1] ?? 0]);
}

/**
 * The polygons of land, each with its outline and its lakes.
 * @param {Land} land
 */
export function polygonsOf(land) {
  const features = land.type === "FeatureCollection" ? land.features : [land];
  return features.flatMap(({ geometry }) =>
    geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates,
  );
}

/**
 * Without broken slivers, whose inside is taken for their outside: they would cover the whole globe.
 * @param {import("geojson").Position[][][]} polygons
 */
export function whole(polygons) {
  return polygons.filter((coordinates) => geoArea({ type: "Polygon", coordinates }) < 2 * Math.PI);
}

/**
 * The rings of the land inside a box, in board units.
 * @param {import("geojson").Position[][][]} polygons
 * @param {Projection} figures
 * @param {Box} box
 * @returns {Point[][]}
 */
export function landRings(polygons, figures, [x0, y0, x1, y1]) {
  const projection = projectionOf(figures).clipExtent([
    [x0, y0],
    [x1, y1],
  ]);
  /** @type {Point[][]} */
  const rings = [];
  /** @type {Point[] | null} */
  let ring = null;
  geoStream(
    { type: "MultiPolygon", coordinates: polygons },
    projection.stream({
      point(x, y) {
        ring?.push([x, y]);
      },
      lineStart() {
        ring = [];
      },
      lineEnd() {
        if (ring && ring.length > 2) rings.push(ring);
        ring = null;
      },
      polygonStart() {},
      polygonEnd() {},
    }),
  );
  return rings;
}

/** @param {Point[]} ring */
export function areaOf(ring) {
  let sum = 0;
  let [px, py] = ring.at(-1) ?? [0, 0];
  for (const [x, y] of ring) {
    sum += px * y - x * py;
    [px, py] = [x, y];
  }
  return Math.abs(sum) / 2;
}

/**
 * Douglas and Peucker's way, with a tolerance that depends on the place.
 * @param {Point[]} line
 * @param {(point: Point) => number} tolerance
 * @returns {Point[]}
 */
export function simplified(line, tolerance) {
  const keep = new Uint8Array(line.length);
  keep[0] = keep[line.length - 1] = 1;
  /** @type {[number, number][]} */
  const open = [[0, line.length - 1]];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [from, to] = pair;
    const [ax, ay] = /** @type {Point} */ (line[from]);
    const [bx, by] = /** @type {Point} */ (line[to]);
    const [dx, dy] = [bx - ax, by - ay];
    const long = dx * dx + dy * dy;
    let worst = 1;
    let at = -1;
    for (let i = from + 1; i < to; i++) {
      const point = /** @type {Point} */ (line[i]);
      const [ex, ey] = [point[0] - ax, point[1] - ay];
      const share = long ? Math.max(0, Math.min(1, (ex * dx + ey * dy) / long)) : 0;
      const off = Math.hypot(ex - share * dx, ey - share * dy) / tolerance(point);
      if (off > worst) [worst, at] = [off, i];
    }
    if (at < 0) continue;
    keep[at] = 1;
    open.push([from, at], [at, to]);
  }
  return line.filter((_, i) => keep[i]);
}

/**
 * Rings simplified zone by zone: the first zone that holds a point says how far it may be off, and
 * how small an islet may be; the last zone counts everywhere.
 * @param {Point[][]} rings
 * @param {Zone[]} zones
 * @returns {Point[][]}
 */
export function coarser(rings, zones) {
  const last = /** @type {Zone} */ (zones.at(-1));
  /** @param {Point} point */
  const zoneOf = ([x, y]) =>
    zones.find(({ box }) => x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3]) ?? last;
  return rings
    .filter((ring) => areaOf(ring) >= Math.min(...ring.map((point) => zoneOf(point).islet)))
    .map((ring) => simplified(ring, (point) => zoneOf(point).tolerance))
    .filter((ring) => ring.length > 3);
}

/**
 * Path data of rings, with the given number of decimal places.
 * @param {Point[][]} rings
 * @param {number} digits
 */
export function pathOf(rings, digits = 1) {
  const unit = 10 ** digits;
  /** @param {number} value */
  const short = (value) => Math.round(value * unit) / unit;
  return rings
    .map((ring) => {
      /** @type {string[]} */
      const points = [];
      for (const [x, y] of ring) {
        const point = `${short(x)} ${short(y)}`;
        if (point !== points.at(-1)) points.push(point);
      }
      if (points.length > 1 && points[0] === points.at(-1)) points.pop();
      return points.length > 2 ? `M${points.join("L")}Z` : "";
    })
    .join("");
}

/**
 * How exact the coast of a board is: fine in the core, coarser in the bleed, coarse beyond, which
 * only very wide or very high windows show.
 * @param {number[]} viewBox
 * @param {Box} bleed
 * @returns {{ box: Box, zones: Zone[] }}
 */
export function zonesOf([x = 0, y = 0, w = 0, h = 0], bleed) {
  /** @type {Box} */
  const box = [x - 1.3 * w, y - 1.6 * h, x + 2.3 * w, y + 2.6 * h];
  const near = 40;
  return {
    box,
    zones: [
      { box: [x - near, y - near, x + w + near, y + h + near], tolerance: 0.5, islet: 6 },
      { box: bleed, tolerance: 2, islet: 40 },
      { box, tolerance: 6, islet: 500 },
    ],
  };
}

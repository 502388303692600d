// Draws the pictures of the boards for the documentation: docs/assets/boards/*.svg, from the board
// files, the drawings in layouts/ and the coast. The colours are in docs/stylesheets/viae.css.
// `make boards` runs it; a test fails when a picture is not what it would write.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { coarser, landRings, simplified } from "../src/board/coast.js";
import { BOARDS, here, LAYOUTS, worldLand } from "./atlas.mjs";

/**
 * @typedef {import("../src/board/coast.js").Point} Point
 * @typedef {import("../src/board/coast.js").Box} Box
 * @typedef {import("../src/board/layout").Layout} Layout
 * @typedef {import("../src/board/layout").Label} Label
 * @typedef {import("../src/board/layout").PathDrawing} PathDrawing
 * @typedef {{ id: string, name: string, inscription?: string, province: string, letter: string | null }} City
 * @typedef {{ id: string, kind: "land" | "sea", can_stop?: boolean }} Path
 * @typedef {{ id: string, name: string }} Province
 * @typedef {{ id: string, name: string, capital: string, cities: City[], paths: Path[], provinces: Province[] }} Board
 */

const PICTURES = here("../../docs/assets/boards/");

const MARGIN = 14; // around the core of a board
const HIDDEN = 6; // lines go on outside the picture, so that its edge has no outline
const TEMPLE =
  "M-9-3.5L0-9.5L9-3.5ZM-7.6-1.6h3.2v7.4h-3.2zM-1.6-1.6h3.2v7.4h-3.2z" +
  "M4.4-1.6h3.2v7.4h-3.2zM-9.4 7h18.8v2.4h-18.8z";

/** The numbers of path data, in pairs. @returns {Point[]} */
function pairsOf(/** @type {string} */ d) {
  const numbers = (d.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  return numbers.flatMap((x, i) => (i % 2 ? [] : [/** @type {Point} */ ([x, numbers[i + 1]])]));
}

/** Numbers after a letter: a minus needs no space before it. */
const written = (/** @type {number[]} */ numbers) =>
  numbers.map((n, i) => (i && n >= 0 ? ` ${n}` : `${n}`)).join("");

/** Closed lines as path data on a grid of half units, each point relative to the one before. */
function closed(/** @type {Point[][]} */ rings) {
  return rings
    .map((ring) => {
      const grid = ring.map(
        ([x, y]) => /** @type {Point} */ ([Math.round(2 * x), Math.round(2 * y)]),
      );
      const points = grid.filter(([x, y], i) => {
        const [px, py] = /** @type {Point} */ (grid.at(i - 1));
        return x !== px || y !== py;
      });
      const [first, ...rest] = points;
      if (!first || rest.length < 2) return "";
      const steps = rest.flatMap(([x, y], i) => {
        const [px, py] = /** @type {Point} */ (points[i]);
        return [(x - px) / 2, (y - py) / 2];
      });
      return `M${first[0] / 2} ${first[1] / 2}l${written(steps)}z`;
    })
    .join("");
}

/** Cubic curves in whole units, each point relative to the end of the curve before. */
function curves(/** @type {string} */ d) {
  const [first, ...rest] = pairsOf(d).map(([x, y]) => [Math.round(x), Math.round(y)]);
  let [px = 0, py = 0] = first ?? [];
  let text = `M${written([px, py])}`;
  for (let i = 0; i < rest.length; i += 3) {
    const three = rest.slice(i, i + 3);
    text += `c${written(three.flatMap(([x = 0, y = 0]) => [x - px, y - py]))}`;
    [px = 0, py = 0] = three.at(-1) ?? [];
  }
  return text;
}

/** A ring without what lies outside the box (Sutherland and Hodgman's way). @returns {Point[]} */
function cut(/** @type {Point[]} */ ring, /** @type {Box} */ [x0, y0, x1, y1]) {
  /** @type {[0 | 1, 1 | -1, number][]} */
  const sides = [
    [0, 1, x0],
    [0, -1, x1],
    [1, 1, y0],
    [1, -1, y1],
  ];
  return sides.reduce((points, [axis, sign, edge]) => {
    /** @type {Point[]} */
    const kept = [];
    points.forEach((to, i) => {
      const from = /** @type {Point} */ (points.at(i - 1));
      const [a, b] = [sign * (from[axis] - edge), sign * (to[axis] - edge)];
      if (a < 0 !== b < 0) {
        const share = a / (a - b);
        kept.push([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]);
      }
      if (b >= 0) kept.push(to);
    });
    return kept;
  }, ring);
}

const text = (
  /** @type {string} */ attributes,
  /** @type {Label} */ label,
  /** @type {string} */ said,
) =>
  `<text ${attributes} x="${label.x}" y="${label.y}" text-anchor="${label.anchor}">${said}</text>`;

/** Where a colonist stands on a path, or the sign that nobody may. */
function place(/** @type {Path} */ { kind }, /** @type {PathDrawing} */ { stand, sign }) {
  if (!stand) {
    const [x, y] = /** @type {Point} */ (sign);
    const bars = `<path class="bars" d="M-2-3.4V3.4M2-3.4V3.4"/>`;
    return `<g transform="translate(${x} ${y})"><circle class="stand road-end" r="7"/>${bars}</g>`;
  }
  const at = `cx="${stand[0]}" cy="${stand[1]}"`;
  return kind === "sea"
    ? `<ellipse class="stand lane-end" ${at} rx="5.6" ry="3.2"/>`
    : `<circle class="stand road-end" ${at} r="4"/>`;
}

/**
 * The picture of a board, as SVG for a page of the documentation.
 * @param {Board} board
 * @param {Layout} layout
 * @param {ReturnType<typeof worldLand>} land
 */
export function picture(board, layout, land) {
  const [left, top, wide, high] = layout.viewBox;
  const [x, y, w, h] = [left - MARGIN, top - MARGIN, wide + 2 * MARGIN, high + 2 * MARGIN];
  /** @type {Box} */
  const box = [x - HIDDEN, y - HIDDEN, x + w + HIDDEN, y + h + HIDDEN];
  const coast = coarser(landRings(land, layout.projection, box), [
    { box, tolerance: 0.75, islet: 20 },
  ]);
  const { id, name, capital } = board;
  const drawing = (/** @type {Path} */ path) =>
    /** @type {PathDrawing} */ (layout.paths[path.kind][path.id]);
  const ways = (/** @type {string} */ kind) => board.paths.filter((path) => path.kind === kind);
  const tint = (/** @type {string} */ province) => layout.provinces[province]?.tint;

  const areas = board.provinces.map((province) => {
    const area = pairsOf(layout.provinces[province.id]?.area ?? "");
    const ring = simplified(cut(area, box), () => 0.8);
    return `<path class="area t${tint(province.id)}" d="${closed([ring])}"/>`;
  });
  const lines = [...ways("sea"), ...ways("land")].map((path) => {
    const { d, stand } = drawing(path);
    const look = !stand ? "strip" : path.kind === "sea" ? "lane" : "road";
    return `<g class="${look}" data-path="${path.kind}:${path.id}"><path d="${curves(d)}"/></g>`;
  });
  const places = [...ways("land"), ...ways("sea")].map((path) => place(path, drawing(path)));
  const provinces = board.provinces.map((province) => {
    const { label } = /** @type {{ label: Label }} */ (layout.provinces[province.id]);
    const said = province.name.toUpperCase().replaceAll("U", "V");
    return text(`class="province" data-province="${province.id}"`, label, said);
  });
  const cities = board.cities.map((city) => {
    const at = layout.cities[city.id];
    const inside =
      city.id === capital
        ? `<circle class="disc capital" r="17"/><circle class="ring inner" r="14.4"/><path class="temple" d="${TEMPLE}"/>`
        : `<circle class="disc" r="12"/><circle class="ring e${tint(city.province)}" r="10.6"/><text class="letter" y="4.6">${city.letter}</text>`;
    return `<g data-city="${city.id}" transform="translate(${at?.x} ${at?.y})">${inside}</g>`;
  });
  const inscriptions = board.cities.map((city) => {
    const { label } = /** @type {{ label: Label }} */ (layout.cities[city.id]);
    const look = city.id === capital ? "inscription capital" : "inscription";
    return text(`class="${look}"`, label, city.inscription ?? city.name.toUpperCase());
  });

  return [
    `<svg class="map" xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${w} ${h}" role="img" aria-label="Map of the board ${name}: cities with their letters, roads and sea lanes">`,
    `<clipPath id="clip-${id}"><path id="land-${id}" clip-rule="evenodd" d="${closed(coast)}"/></clipPath>`,
    `<rect class="sea" x="${x}" y="${y}" width="${w}" height="${h}"/>`,
    `<use class="shelf" href="#land-${id}"/>`,
    `<use class="land" href="#land-${id}"/>`,
    `<g clip-path="url(#clip-${id})">`,
    ...areas,
    "</g>",
    `<use class="coast" href="#land-${id}"/>`,
    ...lines,
    ...places,
    ...provinces,
    ...cities,
    ...inscriptions,
    "</svg>",
    "",
  ].join("\n");
}

/** The pictures of all boards of the game, with the paths they are written to. */
export function* pictures() {
  const land = worldLand();
  for (const file of readdirSync(BOARDS).filter((name) => name.endsWith(".json"))) {
    const board = JSON.parse(readFileSync(BOARDS + file, "utf8"));
    const layout = JSON.parse(readFileSync(LAYOUTS + file, "utf8"));
    yield { path: `${PICTURES}${board.id}.svg`, svg: picture(board, layout, land) };
  }
}

if (process.argv[1] === here("./boards.mjs")) {
  for (const { path, svg } of pictures()) writeFileSync(path, svg);
}

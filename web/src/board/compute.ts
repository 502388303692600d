// The drawing of a custom board: everything a ready-made layout has, worked out from where the
// cities lie. It need not be as fine as one made by hand, but it must work for any board.
import type { Board } from "$lib/types";
import { coarser, landRings, pathOf, polygonsOf, projectionOf, whole, zonesOf } from "./coast.js";
import { gentle, KINDS, square, tenth } from "./compute/geometry";
import { Busy, placeLabels, placeMarkers, placeTray } from "./compute/labels";
import { around, mask, naturalEarth, near, shore } from "./compute/land";
import { ways } from "./compute/paths";
import { provinceAreas } from "./compute/provinces";
import { points } from "./curve";
import type { Box, CityDrawing, Layout, Point, ProvinceDrawing } from "./layout";

const WIDE = 944;
const HIGH = 660;
const MARGIN = { x: 74, top: 74, bottom: 62 };
const APART = 68; // between two cities, at least

/** Works out a layout. `world` brings the land; without it there is an island around the cities. */
export async function computeLayout(board: Board, world = naturalEarth): Promise<Layout> {
  const { projection, core, spread } = chart(board);
  const project = projectionOf(projection);
  const exact = new Map(
    board.cities.map(({ id, lat, lon }) => [id, (project([lon, gentle(lat)]) ?? [0, 0]) as Point]),
  );
  const cities = spaced(board, exact, core);
  const bleed: Box = [-420, -300, core[2] + 420, core[3] + 300];
  const { box, zones } = zonesOf(core, bleed);
  const frontier = around(
    [...cities.values()],
    Math.max(95, Math.min(150, Math.hypot(core[2], core[3]) / 7)),
  );
  const rings = await world(spread)
    .then((land) =>
      coarser(landRings(whole(near(polygonsOf(land), projection, box)), projection, box), zones),
    )
    .catch(() => []);
  const ashore = [...cities.values()].filter((city) => shore(rings, city));
  const land = ashore.length * 3 >= cities.size ? rings : [frontier];
  const isLand = mask(land, core);

  const paths = ways(board, cities, isLand);
  const { areas, tints } = provinceAreas(board, cities, bleed);
  const busy = new Busy(core);
  for (const [id, [x, y]] of cities) {
    const r = id === board.capital ? 20 : 15;
    busy.add([x - r, y - r, x + r, y + r], 6);
    if (id !== board.capital) busy.add([x - 24, y - 29, x + 24, y - r], 2); // its houses
  }
  for (const kind of KINDS) {
    for (const path of Object.values(paths[kind])) {
      const place = path.stand ?? path.sign;
      if (place) busy.add(square(place, 10), 5);
      busy.line(points(path.d));
    }
  }
  const tray = placeTray(board, cities, busy);
  const labels = placeLabels(board, cities, busy);
  const marks = placeMarkers(board, cities, areas, busy);

  const provinces: Record<string, ProvinceDrawing> = {};
  for (const { id } of board.provinces) {
    const { marker, label } = marks.get(id)!;
    provinces[id] = { tint: tints.get(id) ?? 0, label, marker, area: pathOf(areas.get(id) ?? []) };
  }
  const drawn: Record<string, CityDrawing> = {};
  for (const [id, [x, y]] of cities) {
    drawn[id] = { x: tenth(x), y: tenth(y), true: exact.get(id)!, label: labels.get(id)! };
  }
  return {
    board: board.id,
    viewBox: core,
    bleed,
    projection,
    capital: { id: board.capital, tray },
    cities: drawn,
    paths,
    provinces,
    frontier: pathOf([frontier]),
    land: pathOf(land),
  };
}

/** A projection that shows all cities, and the size of the core. */
function chart(board: Board): { projection: Layout["projection"]; core: Box; spread: number } {
  // The middle of the longitudes is that of directions, so the date line is no edge.
  let [east, north] = [0, 0];
  for (const { lon } of board.cities) {
    east += Math.sin((lon * Math.PI) / 180);
    north += Math.cos((lon * Math.PI) / 180);
  }
  const middle = (Math.atan2(east, north) * 180) / Math.PI;
  const unit = projectionOf({ rotate: [-middle, 0], angle: 0, scale: 1, translate: [0, 0] });
  const raw = board.cities.map(({ lat, lon }) => (unit([lon, gentle(lat)]) ?? [0, 0]) as Point);
  const xs = raw.map(([x]) => x);
  const ys = raw.map(([, y]) => y);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const least = 0.002; // about a tenth of a degree: cities on one spot are spread out there
  const [w, h] = [Math.max(x1 - x0, least), Math.max(y1 - y0, least)];
  const scale = Math.min((WIDE - 2 * MARGIN.x) / w, (HIGH - MARGIN.top - MARGIN.bottom) / h);
  // A long and narrow board still gets some width, for cities that must make room.
  const wide = Math.min(WIDE, Math.max(520, w * scale + 2 * MARGIN.x));
  const high = Math.min(HIGH, Math.max(420, h * scale + MARGIN.top + MARGIN.bottom));
  const core: Box = [0, 0, Math.round(wide), Math.round(high)];
  const translate = [
    core[2] / 2 - (scale * (x0 + x1)) / 2,
    (core[3] + MARGIN.top - MARGIN.bottom) / 2 - (scale * (y0 + y1)) / 2,
  ];
  const spread = (Math.max(w, h) * 180) / Math.PI;
  return { projection: { rotate: [-middle, 0], angle: 0, scale, translate }, core, spread };
}

/** Cities pushed apart until none is closer to another than allowed, each staying near where it lies. */
function spaced(board: Board, exact: Map<string, Point>, core: Box): Map<string, Point> {
  const ids = board.cities.map(({ id }) => id);
  const room = (i: number) => (ids[i] === board.capital ? 8 : 0);
  const apart = Math.min(APART, 0.8 * Math.sqrt((core[2] * core[3]) / ids.length));
  const now = ids.map((id): Point => [...exact.get(id)!]);
  const ROUNDS = 600;
  for (let round = 0; round < ROUNDS; round++) {
    const pull = round < 450 ? 0.03 : 0;
    for (const [i, id] of ids.entries()) {
      const [x, y] = exact.get(id)!;
      now[i]![0] += pull * (x - now[i]![0]);
      now[i]![1] += pull * (y - now[i]![1]);
    }
    for (let i = 0; i < ids.length; i++) {
      for (let j = 0; j < i; j++) {
        const wanted = apart + 1 + room(i) + room(j);
        let dx = now[i]![0] - now[j]![0];
        let dy = now[i]![1] - now[j]![1];
        let far = Math.hypot(dx, dy);
        if (far >= wanted) continue;
        if (far < 0.01) {
          [dx, dy, far] = [Math.cos(i * 2.4), Math.sin(i * 2.4), 1];
        }
        const push = (wanted - Math.min(far, wanted)) / 2 / far;
        now[i]![0] += dx * push;
        now[i]![1] += dy * push;
        now[j]![0] -= dx * push;
        now[j]![1] -= dy * push;
      }
    }
    for (const city of now) {
      city[0] = Math.max(48, Math.min(core[2] - 48, city[0]));
      city[1] = Math.max(54, Math.min(core[3] - 44, city[1]));
    }
  }
  return new Map(ids.map((id, i) => [id, now[i]!]));
}

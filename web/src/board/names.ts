// What the things of the board are called: for the screen reader, and on the small sign that
// explains what the pointer is on.
import { listed, t } from "$lib/i18n.svelte";
import type { Board, Game, Kind } from "$lib/types";
import { cityName, goodName, goodsText, placeName, provinceName } from "$pieces/names";
import type { Spot } from "./spots";
import type { Target } from "./types";

export interface Sign {
  title: string;
  lines: string[];
  can: string[]; // what can be done there
}

export interface Known {
  board: Board;
  game: Game;
  names: string[]; // of the seats
}

const upper = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Who stands on a path. */
export function standing(game: Game, kind: Kind, path: string): number | null {
  for (const { seat, colonists } of game.players) {
    if (colonists.some((one) => one.kind === kind && one.at === path)) return seat;
  }
  return null;
}

function owners({ names }: Known, seats: number[]): string {
  return listed(seats.map((seat) => names[seat] ?? String(seat + 1)));
}

const cans = (targets: Target[]): string[] =>
  targets.filter(({ label }) => label).map(({ label }) => t("board.can", { what: label }));

function cityParts(known: Known, id: string): { spoken: string; sign: Omit<Sign, "can"> } {
  const { board, game } = known;
  const place = board.cities.find((one) => one.id === id);
  const city = cityName(board, id);
  const province = provinceName(board, place?.province ?? "");
  const state = game.cities[id];
  if (!state || id === board.capital) {
    const spoken = t("board.capital", { city, province });
    return { spoken, sign: { title: city, lines: [t("board.capital-line", { province })] } };
  }
  const good = goodName(state.good);
  const seats = state.houses;
  const houses = t("board.houses", { n: seats.length, owners: owners(known, seats) });
  return {
    spoken: t("board.city", { city, province, good, houses }),
    sign: {
      title: city,
      lines: [
        t("board.city-line", { province, good }),
        upper(houses),
        t("board.next-house", { price: goodsText(state.goods, state.coins) }),
      ],
    },
  };
}

function pathParts(
  known: Known,
  spot: Spot,
  targets: Target[],
): { title: string; lines: string[] } {
  const { board, game } = known;
  const kind = spot.kind ?? "land";
  const path = placeName(board, spot.id);
  const seat = standing(game, kind, spot.id);
  if (seat !== null && targets.some(({ what }) => what === "colonist")) {
    return { title: t(`board.your-${kind}`, { place: path }), lines: [] };
  }
  const title = t(kind === "sea" ? "board.lane" : "board.road", { path });
  const stop = board.paths.find((one) => one.id === spot.id && one.kind === kind)?.can_stop ?? true;
  const state = !stop
    ? t("board.no-stop")
    : seat === null
      ? t("board.free")
      : t(`board.taken-${kind}`, { owner: owners(known, [seat]) });
  // What can be done there may say how far it is; if not, it is said here.
  const steps = targets.find(({ label, steps }) => steps !== undefined && !label)?.steps;
  return { title, lines: steps === undefined ? [state] : [state, t("board.steps", { n: steps })] };
}

function colonistTitle(known: Known, spot: Spot, targets: Target[]): string {
  const kind = spot.kind ?? "land";
  const place = placeName(known.board, spot.id);
  if (targets.length) return t(`board.your-${kind}-in`, { place });
  const seat = spot.seat ?? 0;
  const n =
    known.game.players
      .find((player) => player.seat === seat)
      ?.colonists.filter((one) => one.kind === kind && one.at === spot.id).length ?? 1;
  return t(`board.in-${kind}`, { n, owner: owners(known, [seat]), place });
}

function markerParts({ board, game }: Known, id: string): { title: string; lines: string[] } {
  const title = t("board.marker", { province: provinceName(board, id) });
  const marker = game.markers[id];
  if (!marker) return { title, lines: [] };
  const side =
    marker.side === "goods"
      ? t("board.marker-goods", { good: goodName(marker.good) })
      : t("board.marker-coins", { n: marker.coins });
  return { title, lines: [side] };
}

/** What the screen reader says of a spot: "Lane Carthago–Roma, free, 2 steps." */
export function spoken(known: Known, spot: Spot, targets: Target[] = [], selected = false): string {
  let text: string;
  if (spot.what === "city") text = cityParts(known, spot.id).spoken;
  else if (spot.what === "colonist") text = colonistTitle(known, spot, targets);
  else {
    const { title, lines } =
      spot.what === "path" ? pathParts(known, spot, targets) : markerParts(known, spot.id);
    text = [title, ...lines].join(", ");
  }
  if (selected) text += `, ${t("board.selected")}`;
  return [text, ...cans(targets)].map((sentence) => `${sentence}.`).join(" ");
}

/** The same for the eye. */
export function sign(known: Known, spot: Spot, targets: Target[] = []): Sign {
  const can = cans(targets);
  if (spot.what === "city") return { ...cityParts(known, spot.id).sign, can };
  if (spot.what === "colonist")
    return { title: colonistTitle(known, spot, targets), lines: [], can };
  const { title, lines } =
    spot.what === "path" ? pathParts(known, spot, targets) : markerParts(known, spot.id);
  return { title, lines: lines.map(upper), can };
}

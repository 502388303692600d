// Where on the board legal entries are given.
import { t } from "$lib/i18n.svelte";
import type { Choice, Goods } from "$lib/types";
import { goodsText } from "$pieces/names";
import type { Target } from "../../board/types";
import { groupKey } from "./grouping";

/** What the board lights up: colonists that can move, the places of the picked group, cities, provinces. */
export function targetsOf(legal: readonly Choice[], seat: number, group: string | null): Target[] {
  const found: Target[] = [];
  const colonists = new Set<string>();
  for (const choice of legal) {
    const key = groupKey(choice);
    if (choice.kind === "move" && key && !colonists.has(key)) {
      colonists.add(key);
      found.push(colonistOf(choice, seat));
    }
    if ((choice.kind === "move" || choice.kind === "settle") && key !== group) continue;
    const target = targetOf(choice, seat);
    if (target) found.push(target);
  }
  return found;
}

export function same(a: Target, b: Target): boolean {
  return a.what === b.what && a.place === b.place && (a.kind ?? null) === (b.kind ?? null);
}

export function colonistOf(move: Choice, seat: number): Target {
  const kind = move.colonist ?? "land";
  return {
    what: "colonist",
    place: move.from ?? "",
    kind,
    seat,
    label: t(`acting.target.${kind}`),
  };
}

/** Where on the board an entry is given; null if it has no place there. */
export function targetOf(choice: Choice, seat: number): Target | null {
  const coins = choice.cost.coins + choice.cost.lent;
  const goods: Goods = choice.cost.goods;
  const price = goodsText(goods, coins);
  if (choice.kind === "move") {
    const steps = choice.steps ?? 0;
    const label = t("acting.target.move", { n: steps });
    return { what: "path", place: String(choice.to), kind: choice.colonist, label, steps };
  }
  if (choice.kind === "build" && choice.city) {
    const label = t("acting.target.build", { price });
    return { what: "city", place: choice.city, label, price: { coins, goods }, ghost: seat };
  }
  if (choice.kind === "settle" && choice.city) {
    const kind = choice.colonist ?? "land";
    const label = t("acting.target.settle", { kind, price });
    return { what: "city", place: choice.city, label };
  }
  if (choice.kind === "produce" && choice.province) {
    const label = t("acting.target.produce", {
      gain: goodsText(choice.gain.goods, choice.gain.coins),
    });
    return { what: "province", place: choice.province, label };
  }
  return null;
}

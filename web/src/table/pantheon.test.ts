import { describe, expect, it } from "vitest";
import type { Game, Told } from "$lib/types";
import { faces, pairs } from "./fixtures/load";
import { godsOf, pantheon } from "./pantheon";

const base = pairs[0]!.before;
const offer = (position: number, card: string | null) => ({
  position,
  card,
  cost: {},
  surcharge: [],
});
const bought = (card: string) =>
  ({ number: 0, actor: 0, kind: "purchase", entry: "", changes: [], card }) as unknown as Told;

const game: Game = {
  ...base,
  concordia: null,
  display: [offer(1, "architect-1"), offer(2, null), offer(3, "smith-1")],
  unseen: { "1": ["prefect-1", "consul-2"], "2": ["weaver-2"] },
};

function count(game: Game, variant: string, log: Told[] = []) {
  const found = pantheon(game, faces, variant, log);
  return {
    whole: found.whole,
    ...Object.fromEntries(found.gods.map((one) => [one.god, one])),
  } as Record<string, { players: number; display: number; unseen: number }> & { whole: boolean };
}

describe("the pantheon", () => {
  it("counts display and stack by god", () => {
    const found = count(game, "concordia");
    expect(found.jupiter).toMatchObject({ display: 1, unseen: 1 });
    expect(found.minerva).toMatchObject({ display: 1, unseen: 1 });
    expect(found.saturnus).toMatchObject({ display: 0, unseen: 1 });
  });

  it("counts all cards of the players where points are shown", () => {
    const gods = { jupiter: { points: 4, cards: 2 }, mars: { points: 8, cards: 1 } };
    const players = game.players.map((player) => ({ ...player, gods }));
    const found = count({ ...game, players }, "concordia");
    expect(found.whole).toBe(true);
    expect(found.jupiter?.players).toBe(2 * players.length);
    expect(found.vesta?.players).toBe(0);
  });

  it("counts what was bought where they are not", () => {
    const found = count(game, "concordia", [
      bought("consul-2"),
      bought("weaver-2"),
      bought("vintner-2"),
    ]);
    expect(found.whole).toBe(false);
    expect(found.jupiter?.players).toBe(1);
    expect(found.minerva?.players).toBe(2);
  });

  it("counts a card of several gods for each", () => {
    const found = count(game, "venus-team", [bought("legatus")]);
    expect(found.jupiter?.players).toBe(1);
    expect(found.saturnus?.players).toBe(1);
    expect(found.venus?.players).toBe(1);
  });

  it("has Venus only where she is played, and Concordia when her card was given", () => {
    expect(godsOf(game, "concordia")).not.toContain("venus");
    expect(godsOf(game, "venus")).toContain("venus");
    expect(godsOf(game, "venus")).not.toContain("concordia");
    expect(godsOf({ ...game, concordia: 1 }, "venus").at(-1)).toBe("concordia");
  });
});

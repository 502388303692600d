// For tests: the catalogue as the server would send it, made from the game's own figures.
import figures from "../../../src/viae/data/cards.json";
import type { CardFace, Catalogue, God, Good } from "$lib/types";
import { SPECIALISTS } from "./shapes";

interface Figures {
  gods: string[];
  cost?: string[];
  income?: number;
  good?: string;
  points?: number;
}

function face(id: string, card: Figures): CardFace {
  const [, role = id, deck = "0"] = /^(.*?)(?:-(\d))?$/.exec(id) ?? [];
  return {
    id,
    role,
    deck: Number(deck),
    gods: card.gods as God[],
    cost: (card.cost ?? []) as Good[],
    income: card.income ?? 0,
    good: (card.good as Good | undefined) ?? SPECIALISTS[role] ?? null,
    points: card.points ?? 0,
    sides: role.includes("/") ? role.split("/") : [],
  };
}

const CARDS: Record<string, Figures> = { ...figures.starting_cards, ...figures.sale_cards };

export const CARD_IDS: readonly string[] = Object.keys(CARDS);

export function testCatalogue(): Catalogue {
  return {
    version: "0",
    boards: [{ id: "imperium", name: "Imperium", recommended_players: [3, 5] }],
    variants: { concordia: [2, 3, 4, 5], venus: [2, 3, 4, 5], "venus-team": [4, 6] },
    options: {
      intermediate_scoring: [false, true],
      colonist_income: ["5+1", "2x"],
      display: ["cloth", "wine"],
    },
    defaults: { intermediate_scoring: false, colonist_income: "5+1", display: "cloth" },
    bots: ["random", "greedy", "learned", "search", "yardstick"]
      .map((name): Catalogue["bots"][number] => ({ name, title: null, rating: null }))
      .concat(
        ["Felix", "Camilla", "Sextus", "Aemilia", "Cassius"].map((title, i) => ({
          name: `level-${i + 1}`,
          title,
          rating: 1000 + 200 * i,
        })),
      ),
    goods: Object.entries(figures.goods).map(([id, facts]) => ({ id: id as Good, ...facts })),
    cards: Object.fromEntries(CARD_IDS.map((id) => [id, face(id, CARDS[id]!)])),
    surcharges: figures.surcharges as Catalogue["surcharges"],
    clocks: ["none", "turn", "player", "days"],
  };
}

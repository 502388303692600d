// Topics: the cards, role by role.
import { text, list, example, figure, type Topic, type Block } from "./blocks";
import { SPECIALISTS, DOUBLES } from "./roles";
import { BUILDING, MOVING } from "./shared";

function card(role: string, blocks: Block[], see: string[]): Topic {
  return { id: role, group: "cards", role, roles: [role], blocks, see };
}

export const CARDS: readonly Topic[] = [
  {
    id: "cards",
    group: "cards",
    blocks: [text("cards.text", "R5"), figure("sale")],
    see: ["turn", "display", "gods", "double", "teams"],
  },
  {
    id: "display",
    group: "cards",
    blocks: [
      text("display.what", "R2.3"),
      text("display.price", "R5.6"),
      figure("surcharges"),
      text("display.slide", "R5.6"),
      text("display.last", "R8.1"),
    ],
    see: ["senator", "consul", "options", "end", "cards"],
  },
  card(
    "tribune",
    [text("tribune.back", "R5.1"), text("tribune.settle", "R5.1"), example("tribune.example")],
    ["turn", "colonists", "intermediate", "mars"],
  ),
  card(
    "architect",
    [text("architect.order", "R5.2"), ...MOVING, ...BUILDING, example("architect.example")],
    ["colonists", "houses", "jupiter"],
  ),
  card(
    "prefect",
    [
      text("prefect.either", "R5.3"),
      text("prefect.produce", "R5.3"),
      text("prefect.collect", "R5.3"),
      example("prefect.example"),
    ],
    ["production", "markers", "magnus", "saturnus"],
  ),
  card(
    "mercator",
    [
      text("mercator.income", "R5.4"),
      text("mercator.trade", "R5.4"),
      figure("prices"),
      example("mercator.example"),
    ],
    ["goods", "store", "mercurius"],
  ),
  card(
    "colonist",
    [
      text("colonist.either", "R5.5"),
      text("colonist.settle", "R5.5"),
      text("colonist.cash", "R5.5"),
      figure("income"),
    ],
    ["colonists", "options", "mars"],
  ),
  card(
    "senator",
    [
      text("senator.buy", "R5.6"),
      figure("surcharges"),
      text("display.slide", "R5.6"),
      example("senator.example"),
    ],
    ["display", "consul", "vesta"],
  ),
  card("consul", [text("consul.buy", "R5.7")], ["display", "senator", "jupiter"]),
  {
    id: "specialists",
    group: "cards",
    role: "farmer",
    roles: SPECIALISTS,
    blocks: [text("specialists.text", "R5.8"), figure("specialists")],
    see: ["minerva", "production", "goods"],
  },
  card(
    "diplomat",
    [text("diplomat.copy", "R5.9"), text("diplomat.not", "R5.9"), text("diplomat.team", "R10.9")],
    ["turn", "magister", "teams", "jupiter"],
  ),
  card(
    "magister",
    [
      text("magister.repeat", "R5.10"),
      list(["magister.diplomat", "magister.copied"], "R5.10"),
      example("magister.example"),
    ],
    ["venus-game", "diplomat", "venus"],
  ),
  {
    id: "double",
    group: "cards",
    role: "prefect/architect",
    roles: DOUBLES,
    blocks: [text("double.text", "R5.11"), text("double.team", "R10.5")],
    see: ["venus-game", "prefect", "architect", "mercator", "venus"],
  },
  card("praetor", [text("praetor.text", "R10.6")], ["teams", "display", "senator"]),
  card(
    "proconsul",
    [text("proconsul.text", "R10.7"), list(["proconsul.answer", "proconsul.diplomat"], "R10.7")],
    ["teams", "consul", "display"],
  ),
  card(
    "legatus",
    [text("legatus.text", "R10.8"), text("legatus.gods", "R9.8"), example("legatus.example")],
    ["teams", "jupiter", "saturnus", "venus"],
  ),
];

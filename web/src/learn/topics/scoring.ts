// Topics: goods, gods, the end and its scoring, variants and options.
import type { God, Good } from "$lib/types";
import { text, list, head, example, figure, type Topic, type Block } from "./blocks";

function god(name: God, rule: string, see: string[], more: Block[] = []): Topic {
  return {
    id: name,
    group: "gods",
    god: name,
    blocks: [text(`${name}.counts`, rule), ...more],
    see: [...see, "gods"],
  };
}

function good(name: Good): Topic {
  return {
    id: name,
    group: "goods",
    good: name,
    blocks: [],
    see: ["goods", "houses", "mercator", "specialists", "markers"],
  };
}

export const SCORING: readonly Topic[] = [
  {
    id: "goods",
    group: "goods",
    blocks: [text("goods.text"), figure("prices"), text("store.bank", "R3.4")],
    see: ["store", "houses", "mercator", "specialists"],
  },
  good("brick"),
  good("food"),
  good("tool"),
  good("wine"),
  good("cloth"),
  {
    id: "gods",
    group: "gods",
    blocks: [text("gods.text", "R9"), figure("gods"), text("gods.twice", "R9")],
    see: ["scoring", "cards", "concordia"],
  },
  god("vesta", "R9.1", ["goods", "senator"], [example("vesta.example")]),
  god("jupiter", "R9.2", ["houses", "brick"]),
  god("saturnus", "R9.3", ["prefect", "houses"]),
  god("mercurius", "R9.5", ["mercator", "goods"]),
  god("mars", "R9.6", ["colonists", "colonist", "tribune"]),
  god("minerva", "R9.7", ["specialists", "goods"], [figure("specialists")]),
  god("venus", "R9.4", ["venus-game", "teams", "saturnus"], [text("venus.team", "R9.4")]),
  {
    id: "concordia",
    group: "gods",
    god: "concordia",
    blocks: [text("concordia.counts", "R9.9"), text("end.trigger", "R8.1")],
    see: ["end", "gods"],
  },
  {
    id: "end",
    group: "end",
    blocks: [
      text("end.trigger", "R8.1"),
      text("end.once", "R8.1"),
      text("end.team", "R8.2"),
      text("end.limit", "R8.3"),
    ],
    see: ["concordia", "display", "houses", "scoring"],
  },
  {
    id: "scoring",
    group: "end",
    blocks: [
      text("scoring.all", "R9"),
      figure("gods"),
      text("legatus.gods", "R9.8"),
      text("concordia.counts", "R9.9"),
      text("teams.score", "R9.10"),
      head("scoring.worked"),
      example("scoring.example"),
    ],
    see: ["gods", "ties", "end"],
  },
  {
    id: "ties",
    group: "end",
    blocks: [text("ties.text", "R9.11"), example("ties.example")],
    see: ["magnus", "scoring"],
  },
  {
    id: "venus-game",
    group: "variants",
    blocks: [
      text("venus-game.text", "R1.1"),
      list(["venus-game.magister", "venus-game.double", "venus-game.goddess"]),
      text("venus-game.stays"),
    ],
    see: ["magister", "double", "venus", "teams"],
  },
  {
    id: "teams",
    group: "variants",
    blocks: [
      text("teams.turn", "R10.1"),
      text("teams.separate", "R10.2"),
      text("teams.tribune", "R10.3"),
      text("teams.others", "R10.4"),
      text("double.team", "R10.5"),
      text("teams.three"),
      text("diplomat.team", "R10.9"),
      text("teams.copied", "R10.10"),
      text("teams.score", "R9.10"),
      text("end.team", "R8.2"),
    ],
    see: ["praetor", "proconsul", "legatus", "setup", "venus"],
  },
  {
    id: "options",
    group: "variants",
    blocks: [
      text("options.text", "R1.3"),
      list(["options.intermediate", "options.income", "options.display"], "R1.3"),
      head("options.incomeTable"),
      figure("income"),
      head("options.displayTable"),
      figure("surcharges"),
    ],
    see: ["intermediate", "colonist", "display"],
  },
  {
    id: "intermediate",
    group: "variants",
    blocks: [
      text("intermediate.when", "R7"),
      text("intermediate.award", "R7"),
      example("intermediate.example"),
    ],
    see: ["options", "tribune", "scoring"],
  },
  {
    id: "editions",
    group: "variants",
    blocks: [
      text("editions.text", "R11"),
      list(
        [
          "editions.income",
          "editions.coins",
          "editions.salt",
          "editions.mercator",
          "editions.inside",
        ],
        "R11",
      ),
    ],
    see: ["options", "setup"],
  },
];

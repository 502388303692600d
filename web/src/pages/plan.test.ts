// The form of a new table: defaults, what fits together, the plan, and where faults are shown.
import { describe, expect, it } from "vitest";
import { Refusal } from "$lib/api";
import type { Catalogue } from "$lib/types";
import {
  complete,
  faultsOf,
  fitted,
  missing,
  OWN,
  people,
  planOf,
  playersFor,
  PRESETS,
  quickPlan,
  readObject,
  sized,
  usualForm,
  type Form,
} from "./plan";

const catalogue = {
  boards: [
    { id: "imperium", name: "Imperium", recommended_players: [3, 5] },
    { id: "ionium-small", name: "Ionium (small)", recommended_players: [2, 3] },
    { id: "cyprus", name: "Cyprus", recommended_players: [4, 6] },
  ],
  variants: { concordia: [2, 3, 4, 5], venus: [2, 3, 4, 5], "venus-team": [4, 6] },
  options: { intermediate_scoring: [false, true], display: ["cloth", "wine"] },
  defaults: { intermediate_scoring: false, display: "cloth" },
} as unknown as Catalogue;

const refusal = (code: string, ...faults: [string, Record<string, unknown>][]) =>
  new Refusal(
    {
      kind: "malformed",
      code,
      rule: "",
      values: {},
      message: "English",
      faults: faults.map(([one, values]) => ({ code: one, rule: "", values })),
    },
    422,
  );

describe("the usual form", () => {
  it("has the user and three bots on the first board, ready to start", () => {
    const form = usualForm(catalogue);
    expect(form.board).toBe("imperium");
    expect(form.variant).toBe("concordia");
    expect(form.seats.map((seat) => seat.kind)).toEqual(["me", "bot", "bot", "bot"]);
    expect(form.clock).toBe("none");
    expect(complete(form)).toBe(true);
    expect(form.listed).toBe(false);
  });

  it("has open seats and is listed where others are wanted", () => {
    const form = usualForm(catalogue, "open");
    expect(form.seats.slice(1).every((seat) => seat.kind === "open")).toBe(true);
    expect(form.listed).toBe(true);
    expect(complete(form)).toBe(false);
    expect(people(form)).toBe(4);
  });

  it("seats others at the same screen as one person with several seats", () => {
    const form = usualForm(catalogue, "screen");
    expect(complete(form)).toBe(true);
    expect(people(form)).toBe(1);
    form.seats[1]!.name = " Marcus ";
    expect(planOf(form, catalogue, "k").seats).toEqual([
      { kind: "me" },
      { kind: "me", name: "Marcus" },
      { kind: "me", name: "Player 3" },
      { kind: "me", name: "Player 4" },
    ]);
  });
});

describe("the number of players", () => {
  it.each([
    ["imperium", "concordia", 4, 4],
    ["imperium", "concordia", 2, 3],
    ["ionium-small", "concordia", 4, 3],
    ["cyprus", "venus-team", 5, 4],
    ["cyprus", "concordia", 3, 4],
    ["ionium-small", "venus-team", 3, 4], // nothing recommended is allowed: what is allowed
  ])("on %s in %s, near %i, is %i", (board, variant, wanted, count) => {
    expect(playersFor({ board, variant, file: null }, catalogue, wanted)).toBe(count);
  });

  it("follows the file of a custom board, if it says anything sensible", () => {
    const file = (given: unknown) => ({ name: "x.json", document: { recommended_players: given } });
    const wanted = (given: unknown) =>
      playersFor({ board: OWN, variant: "concordia", file: file(given) }, catalogue, 5);
    expect(wanted([2, 3])).toBe(3);
    expect(wanted("two")).toBe(5);
  });

  it("keeps the first seats and copies the last kind", () => {
    const form = usualForm(catalogue, "open");
    expect(sized(form.seats, 2).map((seat) => seat.kind)).toEqual(["me", "open"]);
    const invited: Form["seats"] = [
      { kind: "me", name: "", bot: "level-2" },
      { kind: "invited", name: "Livia", bot: "level-2" },
    ];
    expect(sized(invited, 3)[2]).toEqual({ kind: "open", name: "", bot: "level-2" });
    const bots: Form["seats"] = [invited[0]!, { kind: "bot", name: "", bot: "level-5" }];
    expect(sized(bots, 4).map((seat) => seat.bot)).toEqual([
      "level-2",
      "level-5",
      "level-5",
      "level-5",
    ]);
  });

  it("changes with board and variant, but not what somebody chose and is allowed", () => {
    const form = usualForm(catalogue);
    const small = { ...form, board: "ionium-small" };
    expect(fitted(small, catalogue).seats).toHaveLength(3);
    expect(fitted(small, catalogue, true).seats).toHaveLength(4);
    const five = { ...form, seats: sized(form.seats, 5), variant: "venus-team" };
    expect(fitted(five, catalogue, true).seats).toHaveLength(4);
  });

  it("switches off what team play does not have", () => {
    const form = usualForm(catalogue);
    const team = {
      ...form,
      variant: "venus-team",
      options: { ...form.options, intermediate_scoring: true },
    };
    expect(fitted(team, catalogue).options.intermediate_scoring).toBe(false);
  });
});

describe("the plan", () => {
  it("of one click starts at once and leaves out what is usual", () => {
    const plan = quickPlan(catalogue, "level-4", "key-12345");
    expect(plan.start).toBe(true);
    expect(plan.options).toEqual({});
    expect(plan.visibility).toBe("link");
    expect(plan.key).toBe("key-12345");
    expect(plan.seats?.slice(1)).toEqual(Array(3).fill({ kind: "bot", bot: "level-4" }));
  });

  it.each([
    ["turn", "300", { kind: "turn", seconds: 300, increment: 0, days: 0 }],
    ["player", "30+15", { kind: "player", seconds: 1800, increment: 15, days: 0 }],
    ["days", "7", { kind: "days", seconds: 0, increment: 0, days: 7 }],
    ["none", "", { kind: "none", seconds: 0, increment: 0, days: 0 }],
  ] as const)("has the clock %s %s", (clock, id, wanted) => {
    const form = usualForm(catalogue);
    form.clock = clock;
    if (clock !== "none") form.presets[clock] = id;
    expect(planOf(form, catalogue, "k").clock).toEqual(wanted);
  });

  it("offers only clocks the server takes", () => {
    for (const { seconds } of [...PRESETS.turn, ...PRESETS.player])
      expect(seconds).toBeGreaterThanOrEqual(5);
    for (const { increment } of PRESETS.player) expect(increment).toBeLessThanOrEqual(600);
    for (const { days } of PRESETS.days) expect(days).toBeLessThanOrEqual(30);
  });

  it("sends a custom board instead of a name, and options that differ", () => {
    const form = usualForm(catalogue, "open");
    form.board = OWN;
    form.file = { name: "s.json", document: { id: "sicilia" } };
    form.options.display = "wine";
    const plan = planOf(form, catalogue, "k");
    expect(plan.board_file).toEqual({ id: "sicilia" });
    expect(plan).not.toHaveProperty("board");
    expect(plan.options).toEqual({ display: "wine" });
    expect(plan.start).toBe(false);
    expect(plan.visibility).toBe("public");
  });
});

describe("faults", () => {
  it("go to the fields they are about", () => {
    const found = faultsOf(
      refusal(
        "request.faults",
        ["request.too-long", { limit: 60, where: "name" }],
        ["seat.name-missing", { where: "seats[1].name" }],
        ["account.unknown", { name: "Nobody", where: "seats[2].name" }],
        ["request.too-small", { limit: 5, where: "clock.seconds" }],
        ["table.no-own-seat", { where: "seats" }],
        ["request.empty", { where: "options.display" }],
        ["request.empty", { where: "board" }],
        ["request.empty", { where: "moon" }],
      ),
    );
    expect(found.name).toEqual(["This may have at most 60 characters."]);
    expect(found["seats.1"]).toEqual(["Who do you want to invite? Enter the name of the account."]);
    expect(found["seats.2"]).toEqual(["There is no account named “Nobody”."]);
    expect(found.clock).toEqual(["This must be at least 5."]);
    expect(found.players).toEqual(["One of the seats must be yours."]);
    expect(found.options).toEqual(["This must not be empty."]);
    expect(found.board).toEqual(["This must not be empty."]);
    expect(found.form).toEqual(["moon: This must not be empty."]);
  });

  it("of a board file all belong to the board", () => {
    const found = faultsOf(refusal("board.faults", ["request.empty", { where: "cities[2]" }]));
    expect(found).toEqual({ board: ["cities[2]: This must not be empty."] });
  });

  it("are found before the server is asked", () => {
    const form = usualForm(catalogue);
    expect(missing(form)).toEqual({});
    form.seats[2] = { kind: "invited", name: "  ", bot: "" };
    form.board = OWN;
    expect(Object.keys(missing(form)).sort()).toEqual(["board", "seats.2"]);
  });
});

describe("documents", () => {
  it("are objects in JSON, with or without a byte order mark", () => {
    expect(readObject('\uFEFF{"viae": 1}')).toEqual({ viae: 1 });
    expect(readObject("[1]")).toBeNull();
    expect(readObject("null")).toBeNull();
    expect(readObject('{"viae": 1')).toBeNull();
  });
});

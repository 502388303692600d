import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { words } from "$lib/i18n.svelte";
import { me } from "$lib/session.svelte";
import { change, LANGUAGES } from "$lib/settings.svelte";
import { GOODS, type Board, type Seat, type Table } from "$lib/types";
import { CARD_IDS, testCatalogue } from "./fixture";
import * as names from "./names";
import { playing } from "./playing.svelte";
import { godPaths, pictogram } from "./shapes";

beforeEach(() => {
  me.catalogue = testCatalogue();
});

afterEach(async () => {
  change({ letters: true });
  playing.team = false;
  await words.use("en");
});

const seat = (number: number, what: Partial<Seat>): Seat => ({
  seat: number,
  kind: "open",
  person: null,
  name: null,
  bot: null,
  stand_in: null,
  left: null,
  ...what,
});

const table = (...seats: Seat[]) => ({ seats }) as unknown as Table;

describe.each(LANGUAGES)("in %s", (language) => {
  beforeEach(() => words.use(language));

  it.each(CARD_IDS)("the card %s has a name, a text, a score and pictures", (id) => {
    const face = names.cardFace(id);
    const said = [
      names.cardName(id),
      names.cardText(id),
      names.cardScore(id),
      names.cardSpoken(id, 3),
    ];
    for (const text of said) {
      expect(text).not.toBe("");
      expect(text).not.toMatch(/game\.|[{}]|undefined|NaN/);
      expect(text, "a word twice in a row").not.toMatch(/(?<!\p{L})(\p{L}+) \1(?!\p{L})/u);
    }
    expect(names.cardText(id).length, names.cardText(id)).toBeLessThanOrEqual(60);
    expect(names.cardScore(id).length, names.cardScore(id)).toBeLessThanOrEqual(24);
    for (const side of face.role.split("/")) expect(pictogram(side).length).toBeGreaterThan(0);
    for (const god of face.gods) expect(godPaths(god).length).toBeGreaterThan(0);
    if (language === "ru") expect(names.cardName(id)).toMatch(/[а-я]/);
  });

  it("tells every role from the others", () => {
    const roles = new Set(CARD_IDS.map((id) => names.cardFace(id).role));
    expect(new Set([...roles].map(names.roleName)).size).toBe(roles.size);
  });

  it("has a letter of its own for each good", () => {
    const letters = GOODS.map(names.goodLetter);
    expect(new Set(letters).size).toBe(GOODS.length);
    for (const letter of letters) expect(letter).toMatch(/^\p{Lu}\p{Ll}?$/u);
  });

  it("puts prices in place of letters if one likes", () => {
    change({ letters: false });
    expect(GOODS.map(names.goodLetter)).toEqual(["3", "4", "5", "6", "7"]);
  });

  it("names gods, boards, variants, options and bots", () => {
    const catalogue = me.catalogue!;
    const boards = ["imperium", "italia", "hellas", "ionium", "ionium-small", "cyprus"];
    const said = [
      ...names.GODS.flatMap((god) => [names.godName(god), names.godText(god)]),
      names.godText("venus", true),
      ...boards.map((id) => {
        expect(words.has(`game.board.${id}`), id).toBe(true);
        return names.boardName(id);
      }),
      ...Object.keys(catalogue.variants).flatMap((id) => [
        names.variantName(id),
        names.variantText(id),
      ]),
      ...Object.entries(catalogue.options).flatMap(([id, values]) => [
        names.optionName(id),
        names.optionText(id),
        ...values.map((value) => names.optionValue(id, value)),
      ]),
      ...catalogue.bots.flatMap(({ name }) => {
        expect(words.has(`game.bot.${name}`), name).toBe(true);
        return [names.botName(name), names.botText(name)];
      }),
      ...[0, 1, 2, 3, 4, 5].map(names.seatLook),
    ];
    for (const text of said) {
      expect(text).not.toBe("");
      expect(text).not.toMatch(/game\.|[{}_]/);
    }
  });

  it("explains every topic", () => {
    const topics = ["store", "display", "magnus", "concordia", "markers", "houses", "colonists"];
    const roles = CARD_IDS.flatMap((id) => names.cardFace(id).role.split("/"));
    for (const topic of [...topics, ...GOODS, ...names.GODS, ...roles]) {
      expect(names.topicName(topic), topic).not.toMatch(/^$|game\./);
      expect(names.topicText(topic), topic).not.toMatch(/^$|game\.|[{}]/);
    }
  });
});

describe("plurals", () => {
  const counts = [0, 1, 2, 4, 5, 11, 12, 21, 22, 25, 101, 111];
  it.each([
    ["en", "coins", "coin", [1]],
    ["de", "Münzen", "Münze", [1]],
  ] as const)("in %s", async (language, many, one, ones) => {
    await words.use(language);
    for (const n of counts) {
      const noun = (ones as readonly number[]).includes(n) ? one : many;
      expect(names.coinsText(n)).toBe(`${n} ${noun}`);
    }
  });

  it("in ru", async () => {
    await words.use("ru");
    const nouns = Object.fromEntries(counts.map((n) => [n, names.coinsText(n).split(" ")[1]]));
    expect(nouns).toEqual({
      0: "монет",
      1: "монета",
      2: "монеты",
      4: "монеты",
      5: "монет",
      11: "монет",
      12: "монет",
      21: "монета",
      22: "монеты",
      25: "монет",
      101: "монета",
      111: "монет",
    });
    expect([1, 3, 7].map((n) => names.goodCount("brick", n))).toEqual([
      "1 кирпич",
      "3 кирпича",
      "7 кирпичей",
    ]);
    expect(names.cardText("mercator")).toContain("3 монеты");
    expect(names.cardText("mercator-1")).toContain("5 монет");
  });
});

describe("single names", () => {
  it("writes deck numerals, both sides of double cards, and incomes", () => {
    expect(names.cardName("prefect")).toBe("Prefect");
    expect(names.cardName("prefect-3")).toBe("Prefect III");
    expect(names.cardName("prefect/architect-1")).toBe("Prefect / Architect I");
    expect(names.cardText("mercator")).toContain("3 coins");
    expect(names.cardText("prefect/mercator-3")).toBe("Prefect or Mercator with 5 coins");
    expect(names.cardScore("weaver-2")).toBe("5 per cloth house");
  });

  it("reads a card aloud as a sentence", () => {
    expect(names.cardSpoken("legatus")).toMatch(/; scores for three gods$/);
    expect(names.cardSpoken("architect")).toMatch(/; scores 1 per house outside brick cities$/);
    expect(names.cardSpoken("magister")).toMatch(/with two or more houses$/);
    playing.team = true;
    expect(names.cardSpoken("magister")).toMatch(/; scores 1 per shared province$/);
  });

  it("knows that Venus scores otherwise in teams", () => {
    const alone = names.cardScore("magister");
    playing.team = true;
    expect(names.cardScore("magister")).not.toBe(alone);
  });

  it("says goods and coins in the order of their prices", () => {
    expect(names.goodsText({ cloth: 1, brick: 2, wine: 0 }, 4)).toBe("2 brick, 1 cloth, 4 coins");
    expect(names.goodsText(["any", "cloth", "cloth"])).toBe("1 good of your choice, 2 cloth");
    expect(names.goodsText({})).toBe("nothing");
    expect(names.goodsText(null, 1)).toBe("1 coin");
  });

  it("signs figures with a real minus", () => {
    expect([3, 0, -2].map(names.signed)).toEqual(["+3", "0", "−2"]);
  });

  it("numbers bots that are alike", () => {
    const here = table(
      seat(0, { kind: "person", name: "Livia" }),
      seat(1, { kind: "bot", bot: "level-1" }),
      seat(2, { kind: "bot", bot: "level-5" }),
      seat(3, { kind: "bot", bot: "level-1" }),
      seat(4, {}),
    );
    const said = [0, 1, 2, 3, 4].map((n) => names.seatName(here, n));
    expect(said).toEqual(["Livia", "Felix 1", "Cassius", "Felix 2", "open"]);
  });

  it("names the bots of a record at a study table, and no person so anywhere else", () => {
    const here = table(
      seat(0, { kind: "person", name: "bot:level-1" }),
      seat(1, { kind: "person", name: "bot:level-5" }),
      seat(2, { kind: "person", name: "bot:level-1" }),
    );
    expect(names.seatName(here, 0)).toBe("bot:level-1");
    const study = { ...here, kind: "study" as const };
    const said = [0, 1, 2].map((n) => names.seatName(study, n));
    expect(said).toEqual(["Felix 1", "Cassius", "Felix 2"]);
  });

  it("has something to say of a bot or board nobody knows", () => {
    expect(names.botName("my-bot:deep=3")).toBe("My bot (deep=3)");
    expect(names.boardName("terra-nova")).toBe("Terra nova");
  });

  it("names places", () => {
    const board = {
      cities: [
        { id: "roma", name: "Roma" },
        { id: "massilia", name: "Massilia" },
      ],
      provinces: [{ id: "gallia", name: "Gallia" }],
      paths: [{ id: "massilia~roma", kind: "sea", ends: ["massilia", "roma"], can_stop: true }],
    } as unknown as Board;
    expect(names.placeName(board, "roma")).toBe("Roma");
    expect(names.placeName(board, "massilia~roma")).toBe("Massilia–Roma");
    expect(names.provinceName(board, "gallia")).toBe("Gallia");
  });
});

// Every topic is complete in every language, and every rule has its place.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadTexts, needPart, words } from "$lib/i18n.svelte";
import { me } from "$lib/session.svelte";
import { LANGUAGES } from "$lib/settings.svelte";
import { GOODS } from "$lib/types";
import { CARD_IDS, testCatalogue } from "$pieces/fixture";
import { rich } from "./rich";
import { search, simple } from "./search";
import { forSale, startingHand, TOKENS, VARIANTS } from "./figures";
import { GROUPS, keysOf, resolve, RULES, rulesOf, TOPICS, topicById } from "./topics";
import data from "../../../src/viae/data/cards.json";

const numbers = (): string[] => {
  const page = readFileSync("../docs/rules/numbers.md", "utf8");
  return [...page.matchAll(/^\| \[(R[\d.]+)\]/gm)].map((hit) => hit[1]!);
};

beforeAll(async () => {
  me.catalogue = testCatalogue();
  await needPart("rules");
});
afterAll(() => words.use("en"));

describe("topics", () => {
  it("have different ids and a group that is shown", () => {
    expect(new Set(TOPICS.map((topic) => topic.id)).size).toBe(TOPICS.length);
    for (const topic of TOPICS) expect(GROUPS).toContain(topic.group);
  });

  it("lead on to topics that exist", () => {
    for (const topic of TOPICS) {
      for (const id of topic.see) expect(topicById(id), `${topic.id} → ${id}`).toBeDefined();
    }
  });

  it.each(LANGUAGES)(
    "have all their texts in %s, with links that lead somewhere",
    async (language) => {
      const texts = await loadTexts(language);
      for (const topic of TOPICS) {
        const wanted = keysOf(topic);
        if (!topic.good) wanted.push(`${topic.id}.lead`);
        const named = topic.good ?? topic.god ?? (topic.role === topic.id ? topic.role : null);
        if (!named) wanted.push(`${topic.id}.title`);
        for (const key of wanted) expect(texts[`rules.${key}`], `${language} ${key}`).toBeTruthy();
      }
      for (const [key, text] of Object.entries(texts)) {
        if (!key.startsWith("rules.")) continue;
        for (const part of rich(text)) {
          if (part.topic)
            expect(resolve(part.topic), `${language} ${key}: ${part.topic}`).not.toBeNull();
          expect(part.text, `${language} ${key}`).not.toMatch(/\*|\[\[|\]\]/);
        }
      }
    },
  );

  it("use every text of the reference", async () => {
    const used = new Set(TOPICS.flatMap((topic) => keysOf(topic)));
    const texts = await loadTexts("en", (part) => part === "rules");
    const spare = Object.keys(texts)
      .map((key) => key.slice("rules.".length))
      .filter((key) => !used.has(key) && !/^group\.|\.(title|lead)$|^goods\./.test(key));
    expect(spare).toEqual([]);
  });
});

describe("rule numbers", () => {
  it("all have a topic that holds them", () => {
    expect(numbers().length).toBeGreaterThan(50);
    for (const rule of numbers()) {
      const found = resolve(rule);
      expect(found?.topic.id, rule).toBe(RULES[rule]);
      expect(found?.rule).toBe(rule);
      expect(rulesOf(found!.topic), `${rule} in ${found!.topic.id}`).toContain(rule);
    }
  });

  it("are understood in other spellings, and by their chapter", () => {
    expect(resolve("r5-2")?.topic.id).toBe("architect");
    expect(resolve("R5")?.topic.id).toBe("cards");
    expect(resolve("R5.99")).toMatchObject({ rule: "R5" });
    expect(resolve("R99")).toBeNull();
  });
});

describe("addresses", () => {
  it("name cards, roles, goods, gods and things", () => {
    const wanted: Record<string, string> = {
      prefect: "prefect",
      "prefect-3": "prefect",
      "prefect/architect-1": "double",
      "architect/mercator": "double",
      mason: "specialists",
      "weaver-2": "specialists",
      brick: "brick",
      vesta: "vesta",
      venus: "venus",
      store: "store",
      display: "display",
      magnus: "magnus",
      concordia: "concordia",
      markers: "markers",
      houses: "houses",
      colonists: "colonists",
    };
    for (const [word, id] of Object.entries(wanted)) expect(resolve(word)?.topic.id, word).toBe(id);
    expect(resolve("nonsense")).toBeNull();
  });

  it("lead every card of the catalogue somewhere", () => {
    for (const id of CARD_IDS) expect(resolve(id), id).not.toBeNull();
  });
});

describe("search", () => {
  const first = (query: string): string | undefined => search(query)[0]?.topic.id;

  it("finds by number", () => {
    expect(search("R5.2")[0]).toMatchObject({ rule: "R5.2" });
    expect(first("r9.11")).toBe("ties");
  });

  it.each([
    [
      "en",
      {
        tribune: "tribune",
        surcharge: "display",
        tie: "ties",
        "full store": "store",
        wine: "wine",
      },
    ],
    [
      "de",
      {
        Präfekt: "prefect",
        prafekt: "prefect",
        Aufpreis: "display",
        Gleichstand: "ties",
        Ziegel: "brick",
      },
    ],
    [
      "ru",
      {
        префект: "prefect",
        наценки: "display",
        склада: "store",
        колонисты: "colonists",
        вино: "wine",
      },
    ],
  ] as const)("finds by words in %s", async (language, wanted) => {
    await words.use(language);
    for (const [query, id] of Object.entries(wanted)) {
      const found = search(query)
        .slice(0, 3)
        .map((hit) => hit.topic.id);
      expect(found, `${query}: ${found.join()}`).toContain(id);
    }
    expect(search("qqqq")).toEqual([]);
  });

  it("wants all words and shows where they stand", async () => {
    await words.use("en");
    const [hit] = search("fifteenth house");
    expect(hit?.snippet.toLowerCase()).toContain("fifteenth");
    expect(search("fifteenth qqqq")).toEqual([]);
  });

  it("reads letters alike that people type alike", () => {
    expect(simple("Präfekt Straße")).toBe("prafekt strasse");
    expect(simple("Ещё Йод")).toBe("еще йод");
  });
});

describe("figures that the catalogue does not have", () => {
  it("are those of the game: cards for sale, starting hands, tokens", () => {
    for (const variant of VARIANTS) {
      const ids = Object.values(data.decks[variant]).flat();
      expect(
        forSale(variant)
          .map((card) => card.id)
          .sort(),
        variant,
      ).toEqual(ids.sort());
    }
    expect(startingHand("concordia")).toEqual(data.hands.concordia);
    expect(startingHand("venus")).toEqual(data.hands.venus);
    expect(startingHand("venus-team")).toEqual(data.hands["venus-team-first"]);
    expect(startingHand("venus-team", true)).toEqual(data.hands["venus-team-second"]);
    for (const [letter, tokens] of Object.entries(data.tokens)) {
      expect(TOKENS[letter]).toEqual(GOODS.map((good) => tokens[good]));
    }
  });
});

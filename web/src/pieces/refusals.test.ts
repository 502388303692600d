// Refusals in words: every code of the library and the server has a sentence in every language.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { IntlMessageFormat } from "intl-messageformat";
import { afterEach, describe, expect, it } from "vitest";
import { Refusal } from "$lib/api";
import { words } from "$lib/i18n.svelte";
import { LANGUAGES, type Language } from "$lib/settings.svelte";
import type { Reason } from "$lib/types";
import { faultText, problemList, problemText, refusalText } from "./refusals";

const read = (path: string): unknown => JSON.parse(readFileSync(resolve(path), "utf8"));

/** All codes with the names of their values, written by `make codes`. */
const CODES = read("messages/codes.json") as Record<string, string[]>;

/** Texts that are not for a code of the server: of the page itself, or parts of a sentence. */
const OWN = /^(client\.|field\.|(?!text$)[a-z_]+$)/;

/** Values that the formatter can put behind the sentence, or before it. */
const AROUND = ["near", "known", "owner", "where"];

/** Values in English, from outside of Viae: not shown. */
const FOREIGN = ["problem"];

/** A value of each kind; texts and numbers are found by the name's absence here. */
const SAMPLES: Record<string, unknown> = {
  board: "imperium",
  card: "prefect-2",
  cards: ["prefect-2", "mason-1"],
  cities: ["roma", "carthago"],
  city: "roma",
  god: "vesta",
  good: "wine",
  goods: { brick: 1, any: 2 },
  kind: "sea",
  known: ["roma", "carthago"],
  lacking: { cloth: 1 },
  names: ["a", "b"],
  near: ["roma"],
  path: "massilia~roma",
  place: "massilia~roma",
  province: "italia",
  role: "prefect",
  seat: 1,
  seats: [1, 2],
  sides: ["prefect", "architect"],
  type: "text",
  variant: "venus",
};

const NUMBERS = new Set("number limit price coins left seconds now line column low".split(" "));

const sample = (name: string): unknown => SAMPLES[name] ?? (NUMBERS.has(name) ? 3 : `<${name}>`);

const reason = (code: string, values: Record<string, unknown> = {}, rule = ""): Reason => ({
  code,
  rule,
  values,
});
const refusal = (kind: string, code: string, values = {}, faults?: Reason[]) =>
  new Refusal({ kind, ...reason(code, values), message: "English", ...(faults && { faults }) });

afterEach(() => words.use("en"));

function placeholders(text: string, language: Language): Set<string> {
  const found = new Set<string>();
  const walk = (parts: ReturnType<IntlMessageFormat["getAst"]>): void => {
    for (const part of parts) {
      if ("value" in part && part.type !== 0) found.add(part.value);
      if ("options" in part && part.options)
        for (const option of Object.values(part.options))
          walk((option as { value: typeof parts }).value);
    }
  };
  walk(new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).getAst());
  return found;
}

describe.each(LANGUAGES)("in %s", (language) => {
  const texts = read(`messages/${language}/refusals.json`) as Record<string, string>;

  it("every code has a sentence, and no sentence is without a code", () => {
    const known = Object.keys(texts).filter((key) => !OWN.test(key));
    expect(known.sort()).toEqual(Object.keys(CODES).sort());
  });

  it("each sentence says all values of its code and no others", () => {
    const faults = Object.entries(CODES).flatMap(([code, names]) => {
      const shown = (name: string) => ![...AROUND, ...FOREIGN].includes(name);
      const said = [...placeholders(texts[code] ?? "", language)];
      const strange = said.filter((name) => !names.includes(name));
      const missing = names.filter((name) => shown(name) && !said.includes(name));
      return [...strange, ...missing].map((name) => `${code}: ${name}`);
    });
    expect(faults).toEqual([]);
  });

  it("every code is put into words with values of each kind", async () => {
    await words.use(language);
    for (const [code, names] of Object.entries(CODES)) {
      const values = Object.fromEntries(names.map((name) => [name, sample(name)]));
      const text = faultText(reason(code, values));
      expect(text, code).not.toMatch(/\{\w+[,}]|undefined|\[object/);
      expect(text, code).not.toContain(`(${code})`);
      for (const name of names)
        if (SAMPLES[name] === undefined && !NUMBERS.has(name) && !FOREIGN.includes(name))
          expect(text, code).toContain(`<${name}>`);
    }
  });

  it("the short texts of what is blocked are about codes of the library", () => {
    const acting = read(`messages/${language}/acting.json`) as Record<string, string>;
    const faults = Object.entries(acting).flatMap(([key, text]) => {
      if (!key.startsWith("blocked.")) return [];
      const names = CODES[key.slice("blocked.".length)];
      if (!names) return [`${key}: no such code`];
      return [...placeholders(text, language)].filter((name) => !names.includes(name));
    });
    expect(faults).toEqual([]);
  });
});

describe("a refusal", () => {
  const typical: Reason[] = [
    reason("build.no-goods", { city: "rom", goods: { brick: 2 }, lacking: { brick: 1 } }, "R5.2"),
    reason("turn.seat", { entry: "done", seat: 2 }),
    reason("account.wrong-password"),
    reason("limit.sign-ins", { seconds: 11 }),
    reason("request.too-short", { limit: 8, where: "password" }),
    reason("server.failed"),
  ];

  it.each(LANGUAGES.filter((one) => one !== "en"))("shows no English in %s", async (language) => {
    const english = typical.map((one) => faultText(one));
    await words.use(language);
    for (const [at, one] of typical.entries()) {
      const said = faultText(one);
      const shared = said.split(/[^\p{L}]+/u).filter((word) => word.length > 3);
      const foreign = new Set((english[at] ?? "").split(/[^\p{L}]+/u));
      expect(shared.filter((word) => foreign.has(word) && word !== "done")).toEqual([]);
    }
  });

  it("names things in the reader's language", async () => {
    const lacking = reason("settle.no-goods", { goods: { food: 1 }, lacking: { food: 1 } });
    expect(refusalText(lacking)).toBe("A colonist costs 1 food; you lack 1 food.");
    await words.use("de");
    expect(refusalText(lacking)).toBe("Ein Kolonist kostet 1 Nahrung; es fehlt: 1 Nahrung.");
  });

  it("says how long to wait, with the right plural", async () => {
    const wait = (seconds: number) => problemText(refusal("too-many", "limit.tables", { seconds }));
    expect(wait(1)).toContain("1 second.");
    await words.use("ru");
    expect(wait(3)).toContain("3 секунды");
    expect(wait(11)).toContain("11 секунд.");
  });

  it("adds what was meant, or what there is", () => {
    const unknown = (near: string[], known: string[]) =>
      refusalText(reason("unknown.city", { word: "rom", near, known }));
    expect(unknown(["roma"], [])).toBe("Unknown city “rom”. Did you mean roma?");
    expect(unknown([], ["a", "b"])).toBe("Unknown city “rom”. Choose one of: a, b.");
  });

  it("lists every fault with its place", async () => {
    const faults = [
      reason("request.empty", { where: "cities[3].name" }),
      reason("request.too-short", { limit: 8, where: "password" }),
    ];
    const both = refusal("malformed", "request.faults", {}, faults);
    expect(problemList(both)[0]).toBe("cities[3].name: This must not be empty.");
    await words.use("de");
    expect(problemList(both)[1]).toBe("Passwort: Das muss mindestens 8 Zeichen lang sein.");
    expect(problemList(Refusal.offline())).toHaveLength(1);
  });

  it("of a newer server is named by its code; any other failure is one of ours", () => {
    expect(refusalText(reason("moon.full"))).toBe("The server did not accept this (moon.full).");
    expect(problemText(new TypeError("oops"))).toContain("Nothing was changed");
  });
});

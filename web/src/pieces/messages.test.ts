// All texts: the same keys and arguments in every language, right plurals, and no key in the code
// that no text has.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, it } from "vitest";
import { LANGUAGES, type Language } from "$lib/settings.svelte";

const MESSAGES = resolve("messages");
const SOURCES = resolve("src");

type Texts = Record<string, string>;
type Ast = ReturnType<IntlMessageFormat["getAst"]>;

/** Element types of the format's syntax tree. */
const LITERAL = 0;
const ARGUMENT = 1;
const NUMBER = 2;
const SELECT = 5;
const PLURAL = 6;
const FIGURE = 7; // the # of a plural

const parts = (language: Language): string[] =>
  readdirSync(join(MESSAGES, language))
    .filter((file) => file.endsWith(".json"))
    .sort();

const read = (language: Language, file: string): Texts =>
  JSON.parse(readFileSync(join(MESSAGES, language, file), "utf8")) as Texts;

const parse = (text: string, language: Language): Ast =>
  new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).getAst();

interface Plural {
  choices: string[];
  type: Intl.PluralRuleType;
  noun: boolean; // a figure with a word behind it
  before: string; // the text in front
}

interface Used {
  args: Set<string>; // a select with its choices
  printed: Set<string>; // those whose value is shown; another may be without use in a language
  plurals: Plural[];
}

const fresh = (): Used => ({ args: new Set(), printed: new Set(), plurals: [] });

function use(ast: Ast, found = fresh(), counted = ""): Used {
  let before = "";
  for (const element of ast) {
    if (element.type === ARGUMENT || element.type === NUMBER) {
      found.args.add(element.value);
      found.printed.add(element.value);
    } else if (element.type === FIGURE) found.printed.add(counted);
    else if (element.type === SELECT || element.type === PLURAL) {
      const choices = Object.keys(element.options);
      const inside = Object.values(element.options).map((option) => option.value as Ast);
      const plural = element.type === PLURAL;
      found.args.add(plural ? element.value : `${element.value}: ${choices.sort().join()}`);
      if (plural) {
        const noun = inside.some((parts) =>
          parts.some((part, i) => {
            const next = parts[i + 1];
            return part.type === FIGURE && next?.type === LITERAL && /^\s\p{L}/u.test(next.value);
          }),
        );
        found.plurals.push({ choices, type: element.pluralType ?? "cardinal", noun, before });
      }
      for (const parts of inside) use(parts, found, plural ? element.value : counted);
    }
    before = element.type === LITERAL ? element.value : "";
  }
  return found;
}

/** The plural forms of the numbers in a game, by a language's own rules: Russian one, few, many, other. */
function forms(language: Language, type: Intl.PluralRuleType): string[] {
  const rules = new Intl.PluralRules(language, { type });
  const used = new Set(Array.from({ length: 1000 }, (_, n) => rules.select(n)));
  return rules.resolvedOptions().pluralCategories.filter((one) => one === "other" || used.has(one));
}

const GENITIVE = /(^|\s)(из|до|от|без|для|около|после|с|у) $/i;

/** A name that a language may put otherwise, where it would have to be declined: "the rival's". */
const DECLINED = new Set(["rival"]);

/** What is wrong with a text, measured by the English one. */
function faultsOf(text: string, english: string, language: Language): string[] {
  const faults: string[] = [];
  const own = use(parse(text, language));
  const wanted = use(parse(english, "en"));
  for (const arg of own.args) if (!wanted.args.has(arg)) faults.push(`knows no ${arg}`);
  for (const arg of wanted.printed)
    if (!own.printed.has(arg) && !DECLINED.has(arg)) faults.push(`does not say ${arg}`);
  for (const { choices, type, noun, before } of own.plurals) {
    const named = choices.filter((choice) => !choice.startsWith("="));
    const strange = named.filter((choice) => !forms(language, type).includes(choice));
    const missing = forms(language, type).filter((choice) => !named.includes(choice));
    if (strange.length) faults.push(`no plural ${strange.join()}`);
    // "other" alone is right for a word that never changes; two forms are enough in Russian
    // without a noun at the figure, and in the genitive
    const enough = named.length === 1 || (named.length === 2 && (!noun || GENITIVE.test(before)));
    if (missing.length && !enough) faults.push(`lacks ${missing.join()}`);
  }
  return faults;
}

describe("the texts", () => {
  it("would be found wrong", () => {
    const english = "{name} has {n, plural, one {# coin} other {# coins}}";
    const russian = (forms: string) => faultsOf(`${forms}: {name}`, english, "ru");
    expect(
      russian("{n, plural, one {# монета} few {# монеты} many {# монет} other {# монеты}}"),
    ).toEqual([]);
    expect(russian("{n, plural, one {# монета} other {# монет}}")).toEqual(["lacks few,many"]);
    expect(russian("до {n, plural, one {# монеты} other {# монет}}")).toEqual([]);
    expect(russian("монеты")).toEqual(["does not say n"]);
    expect(russian("{count} {n}")).toEqual(["knows no count"]);
    expect(faultsOf("{n, plural, few {# Münzen} other {# Münzen}} {name}", english, "de")).toEqual([
      "no plural few",
      "lacks one",
    ]);
  });

  it("there is a folder for each language of the settings", () => {
    const folders = readdirSync("messages", { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(folders.sort()).toEqual([...LANGUAGES].sort());
    expect(readdirSync("src/lib/texts").sort()).toEqual(LANGUAGES.map((one) => `${one}.ts`).sort());
  });

  it.each(LANGUAGES)("%s has the same files as English", (language) => {
    expect(parts(language)).toEqual(parts("en"));
  });

  for (const file of parts("en")) {
    for (const language of LANGUAGES) {
      if (!parts(language).includes(file)) continue; // told above
      it(`${language}/${file} has the keys of English, each with a text`, () => {
        const own = read(language, file);
        expect(Object.keys(own).sort()).toEqual(Object.keys(read("en", file)).sort());
        expect(Object.keys(own).filter((key) => own[key]?.trim() === "")).toEqual([]);
      });

      it(`${language}/${file} takes the arguments of English and has its own plurals`, () => {
        const english = read("en", file);
        const faults = Object.entries(read(language, file)).flatMap(([key, text]) =>
          faultsOf(text, english[key] ?? "", language).map((fault) => `${key}: ${fault}`),
        );
        expect(faults).toEqual([]);
      });
    }
  }
});

describe("the code", () => {
  const known = new Set(
    parts("en").flatMap((file) =>
      Object.keys(read("en", file)).map((key) => `${file.replace(".json", "")}.${key}`),
    ),
  );

  const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.(svelte|ts)$/.test(file) && !/\.(test|d)\.ts$/.test(file),
  );

  /** Keys between quotes, and the fixed beginnings of those that are put together. */
  function keysOf(code: string): { whole: string[]; begun: string[] } {
    const whole: string[] = [];
    const begun: string[] = [];
    code = code.replace(/\/\*[^]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, ""); // comments name examples
    for (const [, inside = ""] of code.matchAll(
      /\b(?:t|words\.say|words\.has)\(([^;]*?)(?:,\s*\{|\))/g,
    )) {
      for (const [, , key = ""] of inside.matchAll(/(["'`])([a-z]+\.[\w+${}.:-]*?)\1/g)) {
        const cut = key.indexOf("${");
        if (cut < 0) whole.push(key);
        else begun.push(key.slice(0, cut));
      }
    }
    return { whole, begun };
  }

  it("asks for no text that does not exist", () => {
    const missing: string[] = [];
    let seen = 0;
    for (const file of sources) {
      const { whole, begun } = keysOf(readFileSync(join(SOURCES, file), "utf8"));
      seen += whole.length;
      for (const key of whole) if (!known.has(key)) missing.push(`${file}: ${key}`);
      for (const start of begun)
        if (![...known].some((key) => key.startsWith(start))) missing.push(`${file}: ${start}…`);
    }
    expect(seen).toBeGreaterThan(20);
    expect(missing).toEqual([]);
  });

  it("finds keys in code", () => {
    const code = 't("a.one") t(yes ? "a.two" : "b.three", { n: 1 }) t(`c.${x}.d`) get("/api/x.y")';
    expect(keysOf(code)).toEqual({ whole: ["a.one", "a.two", "b.three"], begun: ["c."] });
  });
});

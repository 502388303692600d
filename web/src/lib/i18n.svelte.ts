// Texts in the reader's language, from messages/<language>/<part>.json, in ICU's message format:
// `t("table.coins", { n: 3 })`. English comes with the page, the others when they are wanted.
import { IntlMessageFormat, type Formatters } from "intl-messageformat";
import { patiently } from "./later";
import { settings, type Language } from "./settings.svelte";

type Texts = Record<string, string>;
type Values = Record<string, string | number | boolean | null | undefined>;

/** Long parts that only some pages need; they call `needPart` before they show anything. */
const LAZY: readonly string[] = [
  "account",
  "analysis",
  "puzzles",
  "rules",
  "statistics",
  "tutorial",
];

type Files = Record<string, Texts>; // by path
const usual = import.meta.glob<Files>("./texts/*.ts", { import: "default" });
const long = import.meta.glob<Texts>(
  "../../messages/*/{account,analysis,puzzles,rules,statistics,tutorial}.json",
  { import: "default" },
);

/** The texts of a language: part by part, keys as `part.key`. */
export async function loadTexts(
  language: Language,
  wanted: (part: string) => boolean = () => true,
): Promise<Texts> {
  const parts: Record<string, Texts> = {};
  const lazy = LAZY.filter(wanted).map(async (part) => {
    const load = long[`../../messages/${language}/${part}.json`];
    if (load) parts[part] = await patiently(load);
  });
  const load = usual[`./texts/${language}.ts`];
  const files = load ? await patiently(load) : {};
  for (const [path, texts] of Object.entries(files)) {
    const part = path.replace(/^.*\/|\.json$/g, "");
    if (wanted(part)) parts[part] = texts;
  }
  await Promise.all(lazy);
  const found: Texts = {};
  for (const [part, texts] of Object.entries(parts)) {
    for (const [key, text] of Object.entries(texts)) found[`${part}.${key}`] = text;
  }
  return found;
}

// Otherwise each text would ask the browser again whether it knows the language.
let locale = new Intl.Locale("en");
IntlMessageFormat.resolveLocale = (wanted) => {
  const name = String(wanted);
  if (name !== locale.baseName) locale = new Intl.Locale(name);
  return locale;
};

/** What formats numbers, moments, plurals and lists is dear to make: all texts share it. */
function shared<Wish extends unknown[], Format>(
  make: (...wish: Wish) => Format,
): (...wish: Wish) => Format {
  const made: Record<string, Format> = {};
  return (...wish) => (made[JSON.stringify(wish)] ??= make(...wish));
}

/** The browser's first format of numbers takes its time, and small whole numbers do without it. */
function numberFormat(language?: string | string[], options?: object): Intl.NumberFormat {
  const full = shared(() => new Intl.NumberFormat(language, options));
  const format = (value: number): string =>
    options === undefined && Number.isInteger(value) && Math.abs(value) < 1000
      ? String(value)
      : full().format(value);
  return { format } as Intl.NumberFormat;
}

const formatters: Formatters = {
  getNumberFormat: shared(numberFormat),
  getDateTimeFormat: shared((language, options) => new Intl.DateTimeFormat(language, options)),
  getPluralRules: shared((language, options) => new Intl.PluralRules(language, options)),
};
const lists = shared(
  (language: Language) => new Intl.ListFormat(language, { type: "conjunction" }),
);

class Words {
  language = $state<Language>("en");
  texts = $state.raw<Texts>({});
  private formats = new Map<string, IntlMessageFormat>();

  private needed = new Map<string, Promise<void>>();

  async use(language: Language): Promise<void> {
    const texts = await loadTexts(
      language,
      (part) => !LAZY.includes(part) || this.needed.has(part),
    );
    this.formats.clear();
    this.texts = texts;
    this.language = language;
    document.documentElement.lang = language;
  }

  /** Bring a long part, now and whenever the language changes. Settled when its texts are here. */
  need(part: string): Promise<void> {
    const found = this.needed.get(part) ?? this.bring(part);
    this.needed.set(part, found);
    found.catch(() => this.needed.delete(part));
    return found;
  }

  private async bring(part: string): Promise<void> {
    const { language } = this;
    const more = await loadTexts(language, (one) => one === part);
    if (language !== this.language) return this.bring(part);
    this.texts = { ...this.texts, ...more };
  }

  has(key: string): boolean {
    return key in this.texts;
  }

  say(key: string, values?: Values): string {
    const text = this.texts[key];
    if (text === undefined) {
      if (import.meta.env.DEV) console.warn(`no text for ${key}`);
      return key;
    }
    if (!values && !/[{']/.test(text)) return text;
    let format = this.formats.get(key);
    if (!format) {
      format = new IntlMessageFormat(text, this.language, undefined, {
        ignoreTag: true,
        formatters,
      });
      this.formats.set(key, format);
    }
    return String(format.format(values as Record<string, string | number>));
  }
}

export const words = new Words();

/** The text for a key such as `lobby.title`. */
export function t(key: string, values?: Values): string {
  return words.say(key, values);
}

export function needPart(
  part: "account" | "analysis" | "puzzles" | "rules" | "statistics" | "tutorial",
): Promise<void> {
  return words.need(part);
}

export function startTexts(): Promise<void> {
  return words.use(settings.language);
}

/** A list in words: "a, b and c". */
export function listed(items: string[]): string {
  return items.length < 2 ? (items[0] ?? "") : lists(words.language).format(items);
}

/** How dates are written: English ones day first, with 24 hours. */
const dated = (language: string): string => (language === "en" ? "en-GB" : language);

/** A moment, short; today without the date. */
export function moment(seconds: number): string {
  /* eslint-disable svelte/prefer-svelte-reactivity -- dates that never change */
  const date = new Date(seconds * 1000);
  const today = date.toDateString() === new Date().toDateString();
  /* eslint-enable svelte/prefer-svelte-reactivity */
  return date.toLocaleString(dated(words.language), {
    ...(today ? {} : { day: "numeric", month: "short" }),
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}

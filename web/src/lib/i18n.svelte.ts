// Texts in the reader's language, from messages/<language>/<part>.json, in ICU's message format:
// `t("table.coins", { n: 3 })`. English comes with the page, the others when they are wanted.
import { IntlMessageFormat } from "intl-messageformat";
import { settings, type Language } from "./settings.svelte";

type Texts = Record<string, string>;
type Values = Record<string, string | number | boolean | null | undefined>;

const files = import.meta.glob<Texts>("../../messages/*/*.json", { import: "default" });

/** Long parts that only some pages need; they call `needPart` before they show anything. */
const LAZY: readonly string[] = ["rules", "tutorial"];

/** The texts of a language: part by part, keys as `part.key`. */
export async function loadTexts(
  language: Language,
  wanted: (part: string) => boolean = () => true,
): Promise<Texts> {
  const found: Texts = {};
  await Promise.all(
    Object.entries(files).map(async ([path, load]) => {
      const [, folder, part = ""] = /\/messages\/(\w+)\/([\w-]+)\.json$/.exec(path) ?? [];
      if (folder !== language || !wanted(part)) return;
      for (const [key, text] of Object.entries(await load())) found[`${part}.${key}`] = text;
    }),
  );
  return found;
}

class Words {
  language = $state<Language>("en");
  texts = $state.raw<Texts>({});
  private formats = new Map<string, IntlMessageFormat>();

  private needed = new Set<string>();

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

  /** Bring a long part, now and whenever the language changes. */
  async need(part: string): Promise<void> {
    if (this.needed.has(part)) return;
    this.needed.add(part);
    const more = await loadTexts(this.language, (one) => one === part);
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
      format = new IntlMessageFormat(text, this.language, undefined, { ignoreTag: true });
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

export function needPart(part: "rules" | "tutorial"): Promise<void> {
  return words.need(part);
}

export function startTexts(): Promise<void> {
  return words.use(settings.language);
}

/** A list in words: "a, b and c". */
export function listed(items: string[]): string {
  return new Intl.ListFormat(words.language, { type: "conjunction" }).format(items);
}

/** A moment, short; today without the date. */
export function moment(seconds: number): string {
  /* eslint-disable svelte/prefer-svelte-reactivity -- dates that never change */
  const date = new Date(seconds * 1000);
  const today = date.toDateString() === new Date().toDateString();
  /* eslint-enable svelte/prefer-svelte-reactivity */
  return date.toLocaleString(words.language, {
    ...(today ? {} : { day: "numeric", month: "short" }),
    hour: "2-digit",
    minute: "2-digit",
  });
}

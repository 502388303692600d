// The texts of tutorial and rules: the same keys and values in every language, all readable.
import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, it } from "vitest";
import { loadTexts } from "$lib/i18n.svelte";
import { LANGUAGES } from "$lib/settings.svelte";

const OURS = ["learn", "rules", "tutorial"];
const ours = (part: string): boolean => OURS.includes(part);

interface Piece {
  type: number;
  value?: string;
  options?: Record<string, { value: Piece[] }>;
}

/** The names of the values a text wants, those inside plurals and selects too. */
function values(text: string, language: string): Set<string> {
  const found = new Set<string>();
  const walk = (pieces: Piece[]): void => {
    for (const piece of pieces) {
      if (piece.type !== 0 && piece.value) found.add(piece.value); // 0 is plain words
      for (const option of Object.values(piece.options ?? {})) walk(option.value);
    }
  };
  const format = new IntlMessageFormat(text, language, undefined, { ignoreTag: true });
  walk(format.getAst() as unknown as Piece[]);
  return found;
}

describe("texts of tutorial and rules", () => {
  it.each(LANGUAGES)("are complete in %s", async (language) => {
    const english = await loadTexts("en", ours);
    const texts = await loadTexts(language, ours);
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(texts)) {
      const known = [...values(english[key] ?? "", "en")];
      for (const name of values(text, language))
        expect(known, `${language} ${key}`).toContain(name);
    }
  });

  it.each(LANGUAGES.filter((one) => one !== "en"))(
    "are not left in English in %s",
    async (language) => {
      const english = await loadTexts("en", ours);
      const texts = await loadTexts(language, ours);
      const same = Object.keys(texts).filter(
        (key) => texts[key] === english[key] && (english[key]?.length ?? 0) > 24,
      );
      expect(same).toEqual([]);
    },
  );
});

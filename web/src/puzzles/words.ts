// Names of what puzzles are about.
import { t, words } from "$lib/i18n.svelte";
import { roleName } from "$pieces/names";
import type { Theme } from "./set";

/** The name of a theme: that of a card, or of an idea. */
export function themeName(theme: Theme): string {
  const key = `puzzles.theme.${theme}`;
  return words.has(key) ? t(key) : roleName(theme);
}

export const themeNames = (themes: readonly Theme[]): string => themes.map(themeName).join(", ");

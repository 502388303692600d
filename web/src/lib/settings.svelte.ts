// The user's settings, kept in the browser.
export type Theme = "system" | "light" | "dark";
/** The languages of the texts, each by the name its speakers give it. */
export const LANGUAGE_NAMES = { en: "English", de: "Deutsch", ru: "Русский" };
export type Language = keyof typeof LANGUAGE_NAMES;
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[];

export type Speed = "none" | "fast" | "normal" | "slow";

export interface Wishes {
  language: Language;
  theme: Theme;
  textSize: 100 | 115 | 130 | 150;
  speed: Speed; // of others' turns
  motion: boolean; // false: as with prefers-reduced-motion
  letters: boolean; // letters on goods, else prices
  keys: boolean; // single-letter keys
  skipEmpty: boolean; // send `done` by itself where nothing else is legal
  confirm: boolean; // ask before the user's turn ends
  sound: boolean;
  notify: boolean;
}

const PLACE = "viae.settings";

function preferred(): Language {
  for (const wish of navigator.languages ?? []) {
    const short = wish.slice(0, 2).toLowerCase();
    if ((LANGUAGES as readonly string[]).includes(short)) return short as Language;
  }
  return "en";
}

const usual = (): Wishes => ({
  language: preferred(),
  theme: "system",
  textSize: 100,
  speed: "normal",
  motion: true,
  letters: true,
  keys: true,
  skipEmpty: false,
  confirm: true,
  sound: false,
  notify: false,
});

function stored(): Partial<Wishes> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Wishes>;
  } catch {
    return {};
  }
}

export const settings: Wishes = $state({ ...usual(), ...stored() });

export function change(what: Partial<Wishes>): void {
  Object.assign(settings, what);
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // a browser without storage: the settings last until the page is left
  }
}

// What is changed in another tab counts here, too.
if (typeof addEventListener === "function")
  addEventListener("storage", ({ key }) => {
    if (key === PLACE) Object.assign(settings, stored());
  });

/** Whether things may move: by the browser's setting and the user's. */
export function moves(): boolean {
  return settings.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

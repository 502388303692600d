// A browser by the name people know, from what it says of itself.
import { t } from "$lib/i18n.svelte";

// In this order: most browsers also claim to be others.
const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

const first = (known: [RegExp, string][], agent: string): string | undefined =>
  known.find(([sign]) => sign.test(agent))?.[1];

export function browserName(agent: string): string {
  const browser = first(BROWSERS, agent);
  const system = first(SYSTEMS, agent);
  if (browser && system) return t("account.browserOn", { browser, system });
  return browser ?? system ?? (agent.slice(0, 40) || t("account.unknownBrowser"));
}

// Figures as they are written in the reader's language.
import { words } from "$lib/i18n.svelte";

const formats = new Map<string, Intl.NumberFormat>();

function format(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = words.language + JSON.stringify(options);
  let found = formats.get(key);
  if (!found) formats.set(key, (found = new Intl.NumberFormat(words.language, options)));
  return found;
}

export const whole = (value: number): string => format({}).format(value);

export const tenths = (value: number): string =>
  format({ minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

/** A share between 0 and 1 in percent. */
export const percent = (share: number): string =>
  format({ style: "percent", maximumFractionDigits: 0 }).format(share);

/** The interval of a share: "31–47 %". */
export function range(low: number, high: number): string {
  const parts = format({ style: "percent", maximumFractionDigits: 0 });
  const first = format({ maximumFractionDigits: 0 }).format(100 * low);
  return `${first}–${parts.format(high)}`;
}

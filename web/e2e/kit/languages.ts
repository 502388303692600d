// The languages of the client, and their texts as the message files have them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const MESSAGES = join(import.meta.dirname, "../../messages");

export const LANGUAGES = readdirSync(MESSAGES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** A text without values, by its name: `frame.rules`. */
export function textIn(language: string, name: string): string {
  const [part, ...key] = name.split(".");
  const file = join(MESSAGES, language, `${part}.json`);
  const text = (JSON.parse(readFileSync(file, "utf8")) as Record<string, string>)[key.join(".")];
  if (!text) throw new Error(`there is no text ${name} in ${language}`);
  return text;
}

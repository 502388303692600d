// Refusals of the server in the reader's language, as far as their code or sentence is known.
import { Refusal } from "$lib/api";
import { t } from "$lib/i18n.svelte";

const CODES: readonly string[] = [
  "offline",
  "no-session",
  "wrong-password",
  "cross-site",
  "unknown",
  "name-taken",
  "too-large",
  "unavailable",
  "failed",
];

const SENTENCES: [RegExp, string][] = [
  [/^only the host/, "onlyHost"],
  [/^you host \d+ unfinished/, "tooManyTables"],
  [/seat is taken|no seat is free/, "seatTaken"],
  [/^you sit at this table already/, "sitsAlready"],
  [/^somebody sits there/, "somebodySits"],
  [/^this is your only seat/, "onlySeat"],
  [/^the game has started/, "started"],
  [/^this table is closed/, "closed"],
  [/^an account keeps its name/, "keepsName"],
  [/^you have an account already/, "hasAccount"],
  [/String should have at least 8 characters/, "shortPassword"],
  [/String should have at most/, "tooLong"],
  [/there is no account/, "noAccount"],
  [/it is empty|String should have at least 1 character/, "empty"],
  [/a character that cannot be shown/, "badCharacter"],
];

/** One sentence of the server, translated if it is a known one. */
export function sentence(said: string): string {
  for (const [pattern, key] of SENTENCES) if (pattern.test(said)) return t(`frame.problem.${key}`);
  return said;
}

/** What to tell somebody about something that failed. */
export function problemText(problem: unknown): string {
  if (!(problem instanceof Refusal)) return t("frame.problem.failed");
  if (problem.code === "too-many")
    return t("frame.problem.too-many", {
      seconds: Math.max(1, Math.ceil(problem.failure.after ?? 1)),
    });
  if (CODES.includes(problem.code)) return t(`frame.problem.${problem.code}`);
  return sentence(problem.message);
}

/** The single faults of a refusal, at least one. */
export function problemList(problem: unknown): string[] {
  const faults = problem instanceof Refusal ? problem.failure.faults : undefined;
  return faults?.length ? faults.map(sentence) : [problemText(problem)];
}

// The English texts that every page needs, in one file.
export default import.meta.glob<Record<string, string>>(
  [
    "../../../messages/en/*.json",
    "!**/account.json",
    "!**/analysis.json",
    "!**/puzzles.json",
    "!**/rules.json",
    "!**/statistics.json",
    "!**/tutorial.json",
  ],
  { eager: true, import: "default" },
);

// A reporter: at the end of a run it prints what was measured, one line of JSON for each figure.
import type { Reporter, TestCase } from "@playwright/test/reporter";

export const FIGURE = "figure";

export default class Figures implements Reporter {
  private lines: string[] = [];

  onTestEnd(test: TestCase): void {
    for (const note of test.annotations) {
      if (note.type === FIGURE && note.description) this.lines.push(note.description);
    }
  }

  onEnd(): void {
    for (const line of [...new Set(this.lines)].sort()) console.log(line);
  }

  printsToStdio(): boolean {
    return false;
  }
}

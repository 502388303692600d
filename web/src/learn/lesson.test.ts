// The lesson's script fits its steps, and every step has its texts.
import { describe, expect, it } from "vitest";
import { loadTexts } from "$lib/i18n.svelte";
import { LANGUAGES } from "$lib/settings.svelte";
import { CHAPTERS, documentOf, entryOf, LEARNER, scriptOf, STEPS } from "./lesson";
import { resolve } from "./topics";

describe("the lesson", () => {
  it("has steps that take exactly the entries of each chapter", () => {
    for (const [chapter, { entries }] of CHAPTERS.entries()) {
      const steps = STEPS.filter((step) => step.chapter === chapter);
      expect(steps.reduce((sum, step) => sum + step.entries, 0)).toBe(entries.length);
    }
  });

  it("asks the learner for the learner's entries alone, and plays all others", () => {
    for (const step of STEPS) {
      const actors = scriptOf(step).map((line) => entryOf(line).actor);
      if (step.kind === "read") expect(actors, step.id).toEqual([]);
      else expect(actors.length, step.id).toBeGreaterThan(0);
      if (step.kind === "do")
        expect(
          actors.every((actor) => actor === LEARNER),
          step.id,
        ).toBe(true);
      if (step.kind === "watch") expect(actors).not.toContain(LEARNER);
    }
  });

  it("teaches every starting card, a bought one, a full store and the end", () => {
    const played = STEPS.filter((step) => step.kind === "do")
      .flatMap(scriptOf)
      .map((line) => entryOf(line).text);
    const roles = [
      "architect",
      "prefect",
      "mercator",
      "senator",
      "diplomat",
      "tribune",
      "colonist-1",
    ];
    for (const role of roles) expect(played).toContain(`play ${role}`);
    for (const verb of [
      "move",
      "build",
      "produce",
      "sell",
      "buy",
      "purchase",
      "copy",
      "settle",
      "keep",
    ]) {
      expect(
        played.some((text) => text.startsWith(`${verb} `)),
        verb,
      ).toBe(true);
    }
  });

  it("has different ids and topics of the rules that exist", () => {
    expect(new Set(STEPS.map((step) => step.id)).size).toBe(STEPS.length);
    for (const { id, topic } of STEPS) if (topic) expect(resolve(topic), id).not.toBeNull();
  });

  it.each(LANGUAGES)("has all its texts in %s", async (language) => {
    const texts = await loadTexts(language);
    for (const step of STEPS) {
      const parts = ["title", "text", ...(step.kind === "do" ? ["task"] : [])];
      for (const part of parts) expect(texts[`tutorial.${step.id}.${part}`], step.id).toBeTruthy();
    }
  });

  it("names the players, and a record can begin in the middle", () => {
    const whole = documentOf(0, "Livia", "Marcus", 5) as { players: string[]; entries: string[] };
    expect(whole.players).toEqual(["Livia", "Marcus"]);
    expect(whole.entries).toEqual(CHAPTERS[0]!.entries.slice(0, 5));
    const late = documentOf(1, "Livia", "Marcus", 5) as {
      players: { name: string }[];
      entries: [];
    };
    expect(late.players.map((player) => player.name)).toEqual(["Livia", "Marcus"]);
    expect(late.entries).toEqual([]);
  });
});

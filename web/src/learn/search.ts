// Finds topics while the user types: by the beginnings of words, by rule number, in the reader's language.
import { words as language, t } from "$lib/i18n.svelte";
import { me } from "$lib/session.svelte";
import { godName, goodName, roleName } from "$pieces/names";
import { plain } from "./rich";
import { figures } from "./figures";
import { keysOf, resolve, rulesOf, TOPICS, topicLead, topicTitle, type Topic } from "./topics";

export interface Found {
  topic: Topic;
  rule: string | null; // set if a rule was asked for by its number
  snippet: string; // the words around the first hit
}

interface Page {
  topic: Topic;
  title: string[];
  lead: string[];
  body: string[];
  texts: string[];
}

/** Lower case, without accents; ё as е, ß as ss. */
export function simple(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replace(/(?!\u0306)[\u0300-\u036f]/g, "") // й keeps its breve
    .normalize("NFC")
    .replaceAll("ё", "е");
}

function wordsOf(text: string): string[] {
  return simple(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

let made: { texts: unknown; catalogue: unknown; pages: Page[] } | null = null;

function pages(): Page[] {
  if (made && made.texts === language.texts && made.catalogue === me.catalogue) return made.pages;
  const found = TOPICS.map((topic): Page => {
    const texts = keysOf(topic).map((key) => plain(t(`rules.${key}`, figures())));
    const names = [
      ...(topic.roles ?? []).map(roleName),
      ...(topic.good ? [goodName(topic.good)] : []),
      ...(topic.god ? [godName(topic.god)] : []),
    ];
    return {
      topic,
      title: wordsOf([topicTitle(topic), ...names].join(" ")),
      lead: wordsOf(topicLead(topic)),
      body: wordsOf(texts.join(" ")),
      texts: [topicLead(topic), ...texts],
    };
  });
  made = { texts: language.texts, catalogue: me.catalogue, pages: found };
  return found;
}

/** How well a word fits: whole, its beginning, or its beginning but for the ending. */
function fit(wanted: string, words: string[]): number {
  let best = 0;
  const stem = wanted.length > 4 ? wanted.slice(0, Math.max(4, wanted.length - 2)) : wanted;
  for (const word of words) {
    if (word === wanted) return 1;
    if (word.startsWith(wanted)) best = Math.max(best, 0.8);
    else if (word.startsWith(stem)) best = Math.max(best, 0.45);
  }
  return best;
}

function value(wanted: string, page: Page): number {
  return Math.max(
    6 * fit(wanted, page.title),
    4 * fit(wanted, page.lead),
    2 * fit(wanted, page.body),
  );
}

/** The sentence that has most of the words that were looked for. */
function snippet(wanted: string[], page: Page): string {
  let best = { worth: 0, sentence: page.texts[0] ?? "" };
  for (const sentence of page.texts.flatMap((text) => text.split(/(?<=[.:;!?])\s+/))) {
    const inside = wordsOf(sentence);
    const worth = wanted.reduce((sum, word) => sum + fit(word, inside), 0);
    if (worth > best.worth) best = { worth, sentence };
  }
  return best.sentence;
}

export function search(query: string): Found[] {
  const number = /^\s*r\s*(\d+(?:[.-]\d+)?)\s*$/i.exec(query);
  if (number) {
    const hit = resolve(`R${number[1]}`);
    if (!hit) return [];
    const others = pages().filter(
      (page) => page.topic !== hit.topic && hit.rule && rulesOf(page.topic).includes(hit.rule),
    );
    return [
      { topic: hit.topic, rule: hit.rule, snippet: topicLead(hit.topic) },
      ...others.map((page) => ({
        topic: page.topic,
        rule: hit.rule,
        snippet: page.texts[0] ?? "",
      })),
    ];
  }
  const wanted = wordsOf(query);
  if (!wanted.length) return [];
  return pages()
    .map((page) => {
      const values = wanted.map((word) => value(word, page));
      return { page, worth: values.every(Boolean) ? values.reduce((sum, one) => sum + one, 0) : 0 };
    })
    .filter((one) => one.worth > 0)
    .sort((one, other) => other.worth - one.worth)
    .map(({ page }) => ({ topic: page.topic, rule: null, snippet: snippet(wanted, page) }));
}

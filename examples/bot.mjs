// A bot in JavaScript that speaks Viae's protocol; it needs Node and nothing else.
// Play against it with: viae play --bots 'exec:node examples/bot.mjs'
//
// It reads one JSON object from each line and answers with one. It knows no rules: Viae says what is
// legal, and the bot prefers some verbs to others.
import { createInterface } from "node:readline";

const LIKES = { build: 9, purchase: 8, settle: 6, produce: 4, collect: 3, copy: 3, move: 3, sell: 2 };

let seat = 0; // where we sit
let boldness = 3; // how much better liked entries are; Viae can set it
let random = Math.random;
let position = null; // the latest one

function say(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

// A generator with a seed (mulberry32): the same game can be played again.
function generator(seed) {
  let state = seed % 2 ** 32;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function worth(entry) {
  const [verb, card] = entry.split(" ");
  if (verb === "play" && position !== null) {
    const hand = position.players[seat].hand.length;
    return card === "tribune" && hand > 2 ? 0 : 1; // take the cards back only when few are left
  }
  return LIKES[verb] ?? 1;
}

function choose(legal) {
  const scores = legal.map((entry) => random() * (1 + worth(entry)) ** boldness);
  return legal[scores.indexOf(Math.max(...scores))];
}

const answers = {
  hello: () =>
    say({
      type: "hello",
      name: "Node",
      options: [{ name: "boldness", type: "integer", default: 3, min: 0, max: 9 }],
    }),
  options: (message) => ({ boldness = boldness } = message.options),
  new_game: (message) => {
    seat = message.seat;
    random = generator(message.seed);
  },
  position: (message) => (position = message.position),
  go: (message) => say({ type: "bestentry", entry: choose(message.legal) }),
  quit: () => process.exit(0),
};

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  answers[message.type]?.(message); // what we do not know, we need not answer
}

// A new user without a name: a name is proposed, and used for the first action.
import { me } from "$lib/session.svelte";

const NAMES: readonly string[] = [
  "Aelia",
  "Appius",
  "Aulus",
  "Caecilia",
  "Claudia",
  "Cornelia",
  "Decimus",
  "Fabia",
  "Faustus",
  "Flavia",
  "Gaius",
  "Iulia",
  "Livia",
  "Lucius",
  "Marcus",
  "Marcella",
  "Octavia",
  "Quintus",
  "Rufus",
  "Sabina",
  "Servius",
  "Silvia",
  "Tertia",
  "Titus",
  "Tullia",
  "Valeria",
  "Varro",
  "Vibia",
];

export const LONGEST_NAME = 32;

class Newcomer {
  name = $state(NAMES[Math.floor(Math.random() * NAMES.length)] ?? "Livia");

  /** Be somebody: whoever is known already, or a guest of this name. */
  async enter(): Promise<void> {
    if (!me.person) await me.beGuest(this.name.trim());
  }
}

export const newcomer = new Newcomer();

// What the pieces need to know about their table: the table page sets it, the rest are defaults.
export const playing = $state({
  /** Team play: Venus scores otherwise there. */
  team: false,
});

// What the pieces have to know of the table they stand on: the table page says it, the rest is usual.
export const playing = $state({
  /** Team play: Venus scores otherwise there. */
  team: false,
});

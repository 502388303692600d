// Where hints are allowed: in games against bots alone, and at tables that say so. Neither is ever rated.
import type { View } from "$lib/types";

export function hintsAllowed({ table, you, game }: View): boolean {
  return (
    table.kind === "play" &&
    table.status === "running" &&
    game !== null &&
    you.seats.length === 1 &&
    (table.hints ||
      table.seats.every((seat) => seat.kind === "bot" || you.seats.includes(seat.seat)))
  );
}

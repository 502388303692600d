// Whose turn it is, in words for the top bar.
import { t } from "$lib/i18n.svelte";
import type { Board, Game, View } from "$lib/types";
import { boardName, roleName, seatName } from "$pieces/names";

export interface TurnText {
  seat: number;
  text: string;
  mine: boolean;
}

const NO_ROLE = new Set(["play", "keep", "reveal"]);

/** Null when nobody's turn it is. `game` is what is drawn, `shared` whether several people use this screen. */
export function turnOf(view: View, game: Game, shared: boolean): TurnText | null {
  const { table, you } = view;
  if (game.over || table.status !== "running") return null;
  const seat = typeof view.game?.actor === "number" ? view.game.actor : game.turn.seat;
  const kind = view.game?.decision.kind ?? "";
  const role = NO_ROLE.has(kind) ? "" : roleName(kind);
  if (you.decides && !shared && table.kind === "play") {
    const text = role ? t("table.turn.yoursAt", { role }) : t("table.turn.yours");
    return { seat, text, mine: true };
  }
  const name = seatName(table, seat);
  const text = role ? t("table.turn.at", { name, role }) : t("table.turn.of", { name });
  return { seat, text, mine: you.decides };
}

/** Which game this is and how far it has come: board, players, turn. */
export function detailOf(table: View["table"], board: Board, game: Game): string[] {
  return [
    table.board_file ? board.name : boardName(table.board),
    t("table.detail.players", { n: table.players }),
    t(game.over ? "table.detail.finished" : "table.detail.turn", { n: game.turn.number }),
  ];
}

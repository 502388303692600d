// News of a table that are not entries, in words.
import { t } from "$lib/i18n.svelte";
import type { Table } from "$lib/types";
import { botName, seatName } from "$pieces/names";
import type { Note } from "./gamelog.svelte";
import { winnerName } from "./log";

/** A line for the log; empty where there is nothing to say. */
export function noteText(news: Note["news"], table: Table): string {
  const name = (seat: number | null) => (seat === null ? "" : seatName(table, seat));
  switch (news.kind) {
    case "started":
      return t("table.note.started");
    case "undo":
      return news.by === null
        ? t("table.note.undone", { n: news.count })
        : t("table.note.undo", { name: name(news.by), n: news.count });
    case "seats":
      if (news.left)
        return t(`table.note.left.${news.left}`, {
          name: name(news.seat),
          bot: botName(news.stand_in ?? ""),
        });
      if (news.sits === "person")
        return t("table.note.sits", { name: news.name ?? name(news.seat) });
      return news.sits ? "" : t("table.note.back", { name: name(news.seat) });
    case "host":
      return news.seat === null ? "" : t("table.note.host", { name: name(news.seat) });
    case "proposal":
      return t("table.note.proposal", { name: name(news.by) });
    case "answer":
      return t(news.accept ? "table.note.accepted" : "table.note.declined", {
        name: name(news.seat),
      });
    case "finished":
      return t("table.note.finished", { name: winnerName(table, news.result.winner) });
    case "abandoned":
      return t("table.note.abandoned");
    case "rematch":
      return t("table.note.rematch");
    case "closed":
      return t("table.note.closed");
    default:
      return "";
  }
}

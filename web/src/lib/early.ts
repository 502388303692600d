// The view of the table in the address, requested before the page that shows it is loaded.
import { get } from "./api";
import type { View } from "./types";

let asked: { table: string; view: Promise<View> } | null = null;

export function askEarly(table: string): Promise<View> {
  const view = get<View>(`/api/tables/${table}`);
  view.catch(() => undefined); // told to whoever takes it
  asked = { table, view };
  return view;
}

/** The view that was asked for, once, or null. */
export function takeEarly(table: string): Promise<View> | null {
  const found = asked?.table === table ? asked.view : null;
  asked = null;
  return found;
}

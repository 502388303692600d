// Downloads from a page that hosts its tables itself: what a server would send as a file is made here.
import { get } from "./api";
import { end } from "./end";

/** Give the user a file. */
export function saveFile(name: string, value: unknown): void {
  const text = JSON.stringify(value, null, 1);
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The name of the file for a request such as `/api/tables/abc/record`. */
function nameOf(path: string): string {
  const [, table, what] = /^\/api\/tables\/([^/]+)\/(\w+)/.exec(path) ?? [];
  return table && what ? `viae-${table}-${what}.json` : "viae.json";
}

/** Links to files of the server work without one, too. */
export function catchDownloads(): void {
  if (!end.alone) return;
  document.addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest?.("a[download]");
    const path = link?.getAttribute("href");
    if (event.defaultPrevented || !link || !path?.startsWith("/api/")) return;
    event.preventDefault();
    void get(path).then((value) => saveFile(link.getAttribute("download") || nameOf(path), value));
  });
}

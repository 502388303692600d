// Addresses of the page. Links are ordinary `<a href="/rules">`; a click inside the page is caught here.
// A page that is a file in a folder has only one address: there the path stands behind a `#`.
import { end } from "./end";

const HASH = end.alone;

/** The path and the query of the address. */
function here(): URL {
  if (!HASH) return new URL(location.href);
  return new URL(location.hash.startsWith("#/") ? location.hash.slice(1) : "/", location.origin);
}

/** A path of the page as an address of the browser. */
const written = (to: string): string =>
  HASH ? `${location.pathname}${location.search}#${to}` : to;

/** A path of the page, not yet written as the browser needs it. */
const isPath = (href: string): boolean => href.startsWith("/") && !href.includes("#");

class Router {
  path = $state(here().pathname);
  query = $state.raw(here().searchParams);

  constructor() {
    addEventListener("popstate", () => this.read());
    document.addEventListener("click", (event) => {
      if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey) return;
      if (event.shiftKey || event.altKey) return;
      const link = linkOf(event);
      if (!link || link.target || link.hasAttribute("download")) return;
      if (HASH && skip(link)) return event.preventDefault();
      const to = this.target(link);
      if (to === null) return;
      event.preventDefault();
      this.go(to);
    });
    if (!HASH) return;
    // Links are written as the browser needs them before it can open or copy them.
    for (const kind of ["pointerover", "pointerdown", "focusin"]) {
      document.addEventListener(kind, (event) => {
        const link = linkOf(event);
        const to = link?.getAttribute("href");
        if (!link || !to || !isPath(to) || link.target || link.hasAttribute("download")) return;
        link.setAttribute("href", written(to));
      });
    }
  }

  /** Where a link leads inside the page; null if it leads elsewhere, or to a place on this page. */
  private target(link: HTMLAnchorElement): string | null {
    const to = new URL(link.href, location.href);
    if (to.origin !== location.origin) return null;
    if (HASH) {
      const given = link.getAttribute("href") ?? "";
      if (isPath(given)) return given;
      return to.pathname === location.pathname && to.hash.startsWith("#/")
        ? to.hash.slice(1)
        : null;
    }
    if (to.pathname.startsWith("/api/") || to.pathname.endsWith(".html")) return null;
    if (to.pathname === location.pathname && to.search === location.search && to.hash) return null;
    return to.pathname + to.search + to.hash;
  }

  private read(): void {
    const { pathname, searchParams } = here();
    this.path = pathname;
    this.query = searchParams;
  }

  /** The whole address of a path, as it is copied and shared. */
  address(to: string): string {
    return new URL(written(to), location.href).href;
  }

  go(to: string, replace = false): void {
    if (replace) history.replaceState(null, "", written(to));
    else history.pushState(null, "", written(to));
    const old = this.path;
    this.read();
    if (old !== this.path) scrollTo(0, 0);
  }
}

function linkOf(event: Event): HTMLAnchorElement | null {
  const link = (event.target as Element | null)?.closest?.("a[href]");
  return link instanceof HTMLAnchorElement ? link : null;
}

/** Go to a place on this page, such as `#main`, without another address. */
function skip(link: HTMLAnchorElement): boolean {
  const name = /^#([^/].*)$/.exec(link.getAttribute("href") ?? "")?.[1];
  const place = name ? document.getElementById(name) : null;
  place?.scrollIntoView();
  place?.focus();
  return place !== null;
}

export const router = new Router();

/** The parts of an address that fit a pattern such as `/t/:id/replay`, else null. */
export function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const given = path.replace(/\/+$/, "").split("/");
  if (wanted.length !== Math.max(given.length, 1)) return null;
  const found: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? "";
    if (part.startsWith(":")) found[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return null;
  }
  return found;
}

import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { askEarly } from "$lib/early";
import { startTexts } from "$lib/i18n.svelte";
import { match } from "$lib/router.svelte";
import { me } from "$lib/session.svelte";

// What the first page needs is asked for all at once, and found there when its turn comes.
const texts = startTexts();
me.load().catch(() => undefined); // told by the page
const table = match("/t/:id", location.pathname)?.id;
if (table) {
  const page = import("./table/TablePage.svelte");
  page.catch(() => undefined);
  // By a link one has to enter first.
  if (!new URLSearchParams(location.search).has("key")) {
    Promise.all([askEarly(table), import("./table/boards")])
      .then(([view, { loadBoard }]) => loadBoard(view.table))
      .catch(() => undefined); // told by the page
  }
}

await texts;
mount(App, { target: document.getElementById("app")! });

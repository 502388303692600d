import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { askEarly } from "$lib/early";
import { startTexts } from "$lib/i18n.svelte";
import { match } from "$lib/router.svelte";
import { me } from "$lib/session.svelte";

// Everything the first page needs is requested at once, and is ready when the page is drawn.
const texts = startTexts();
me.load().catch(() => undefined); // the page shows it
const table = match("/t/:id", location.pathname)?.id;
if (table) {
  const page = import("./table/TablePage.svelte");
  page.catch(() => undefined);
  // With the key of a link, the user has to join the table first.
  if (!new URLSearchParams(location.search).has("key")) {
    Promise.all([askEarly(table), import("./table/boards")])
      .then(([view, { loadBoard }]) => loadBoard(view.table))
      .catch(() => undefined); // the page shows it
  }
}

await texts;
mount(App, { target: document.getElementById("app")! });

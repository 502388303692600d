// Live boards in these pages: <div class="live-board" data-document="examples/opening.json" data-at="4"></div>
// (the document relative to the documentation's folder; without data-at all its entries are played).
// Nothing is loaded before a click. The board is the page without a server that `make docs` puts beside these pages.
(() => {
  const home = new URL("../", document.currentScript.src);
  const page = new URL("viae/index.html", home);

  const said = (text) => {
    const note = document.createElement("p");
    note.className = "live-board-note";
    note.setAttribute("role", "status");
    note.textContent = text;
    return note;
  };

  async function open(place) {
    let record;
    try {
      const [there, text] = await Promise.all([
        fetch(page, { method: "HEAD" }),
        fetch(new URL(place.dataset.document, home)).then((answer) => answer.text()),
      ]);
      if (!there.ok) throw new Error(String(there.status));
      record = JSON.stringify(JSON.parse(text));
    } catch {
      place.replaceChildren(
        said(
          location.protocol === "file:"
            ? "The board runs only in pages that a server gives: python -m http.server --directory site, then open it there."
            : "The board is not here. It comes with the documentation that `make docs` builds, in the folder viae beside these pages.",
        ),
      );
      return;
    }
    const wanted = new URLSearchParams({ document: record });
    if (place.dataset.at) wanted.set("at", place.dataset.at);
    const frame = document.createElement("iframe");
    frame.title = place.dataset.title || "A board to try entries on";
    frame.src = `${page.href}#/embed?${wanted}`;
    place.replaceChildren(frame);
  }

  for (const place of document.querySelectorAll(".live-board")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "md-button";
    button.textContent = place.dataset.label || "Try it on a board";
    button.addEventListener("click", () => {
      button.disabled = true;
      void open(place);
    });
    place.replaceChildren(button);
  }
})();

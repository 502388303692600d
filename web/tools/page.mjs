// What a built page says of the folders that lie beside it.

/** A line that names a folder, as `nameFolders` writes it. */
const NAMED = / {2}<meta name="viae-(?:python|pyodide)" content="[^"]*" \/>\n {2}/g;

/**
 * A page that names the folders of the Python of its version. Where only Python has changed, the page that is there
 * is completed again: what it named before goes.
 */
export function nameFolders(
  /** @type {string} */ page,
  /** @type {{ name: string, path: string }[]} */ folders,
) {
  const named = folders.map(
    ({ name, path }) => `  <meta name="viae-${name}" content="${path}" />\n  `,
  );
  return page.replaceAll(NAMED, "").replace("</head>", `${named.join("")}</head>`);
}

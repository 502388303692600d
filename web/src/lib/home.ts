// Where the client's files are: `/` on a server, any path on other web space.

/** The address of their folder. The manifest lies in it, whatever the address of the page is. */
export function home(): string {
  const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  return new URL("./", manifest?.href ?? document.baseURI).href;
}

/** The addresses that workers need. Those of Python are of this page's very version; see tools/python.mjs. */
export interface Places {
  home: string;
  pyodide: string; // the interpreter
  python: string; // Viae, and what it says before it runs
}

export function places(): Places {
  const folder = (name: string) => {
    const named = document.querySelector<HTMLMetaElement>(`meta[name="viae-${name}"]`);
    return new URL(`${named?.content ?? name}/`, home()).href;
  };
  return { home: home(), pyodide: folder("pyodide"), python: folder("python") };
}

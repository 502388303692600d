// The folder of the client's files: `/` on a server, any path on other web space.

/** Its address. The manifest lies in it, whatever the address of the page is. */
export function home(): string {
  const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  return new URL("./", manifest?.href ?? document.baseURI).href;
}

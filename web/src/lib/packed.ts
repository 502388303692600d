// A document as a part of an address: compressed, in letters that need no escaping.

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  by: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const stream = new Response(bytes).body!.pipeThrough(by);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function pack(value: unknown): Promise<string> {
  const bytes = new Uint8Array(new TextEncoder().encode(JSON.stringify(value)));
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** What was packed; an error if the text is damaged. */
export async function unpack(text: string): Promise<unknown> {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const bytes = await through(packed, new DecompressionStream("deflate-raw"));
  return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
}

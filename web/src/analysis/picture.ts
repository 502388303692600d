// The board as a picture: an SVG that needs no style sheet, or a PNG made of it.

/** What of the page's styles a picture needs. */
const STYLES = [
  "fill",
  "fill-opacity",
  "fill-rule",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-opacity",
  "opacity",
  "paint-order",
  "font-family",
  "font-size",
  "font-weight",
  "letter-spacing",
  "text-anchor",
  "text-transform",
  "dominant-baseline",
  "display",
  "visibility",
  "filter",
  "mask",
  "clip-path",
  "transform",
  "transform-box",
  "transform-origin",
] as const;
const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 1600; // pixels of a PNG

/** A copy of the board's drawing that looks the same anywhere: the sea, the ground, and what stands on it. */
export function standalone(board: HTMLElement): SVGSVGElement {
  const layers = [...board.querySelectorAll<SVGSVGElement>(".world > svg")];
  const box = layers[0]!.getAttribute("viewBox")!;
  const [left, top, width, height] = box.split(" ");
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", box);
  const shown = layers[0]!.getBoundingClientRect();
  picture.setAttribute("width", String(Math.round(shown.width)));
  picture.setAttribute("height", String(Math.round(shown.height)));
  const sea = document.createElementNS(SVG, "rect");
  const place = { x: left, y: top, width, height };
  for (const [name, value] of Object.entries(place)) sea.setAttribute(name, value!);
  sea.setAttribute("fill", getComputedStyle(board).backgroundColor);
  picture.append(sea, ...layers.map((layer) => styled(layer, place)));
  return picture;
}

/** A copy of a layer of the drawing with its styles. */
function styled(layer: SVGSVGElement, place: object): SVGSVGElement {
  const copy = layer.cloneNode(true) as SVGSVGElement;
  const from = [layer, ...layer.querySelectorAll("*")];
  const to = [copy, ...copy.querySelectorAll("*")];
  for (const [n, one] of from.entries()) {
    const made = to[n];
    if (!(made instanceof SVGElement)) continue;
    const styles = getComputedStyle(one);
    for (const name of STYLES) {
      const value = styles.getPropertyValue(name);
      if (value && value !== "none" && value !== "normal" && value !== "auto")
        made.style.setProperty(name, value);
      else if (value === "none" && (name === "fill" || name === "stroke" || name === "display"))
        made.style.setProperty(name, value);
    }
    for (const name of [...made.getAttributeNames()]) {
      if (/^(class|role|tabindex|aria-|data-|on)/.test(name)) made.removeAttribute(name);
    }
  }
  for (const hidden of copy.querySelectorAll("foreignObject, script")) hidden.remove();
  for (const [name, value] of Object.entries(place)) copy.setAttribute(name, String(value));
  return copy;
}

function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Give the user a picture of the board that is on the page. */
export async function savePicture(form: "svg" | "png", name: string): Promise<void> {
  const board = document.querySelector<HTMLElement>("[data-region=board] .board");
  if (!board?.querySelector(".world > svg")) return; // still being read
  const drawing = standalone(board);
  const text = new XMLSerializer().serializeToString(drawing);
  if (form === "svg") return save(new Blob([text], { type: "image/svg+xml" }), `viae-${name}.svg`);
  const image = new Image();
  // The page's policy allows pictures from data addresses.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * image.height) / Math.max(1, image.width));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (made) save(made, `viae-${name}.png`);
}

// The small marks of our rule texts: **bold**, *stressed*, and [[topic|words]] for a link.
export interface Part {
  text: string;
  bold?: boolean;
  stress?: boolean;
  topic?: string;
}

const MARKS = /\*\*(.+?)\*\*|\*(.+?)\*|\[\[([^|\]]+)\|([^\]]+)\]\]/g;

/** A text cut into its parts; a link may be inside bold words. */
export function rich(text: string, outer: Omit<Part, "text"> = {}): Part[] {
  const found: Part[] = [];
  let at = 0;
  for (const hit of text.matchAll(MARKS)) {
    if (hit.index > at) found.push({ ...outer, text: text.slice(at, hit.index) });
    const [whole, bold, stress, topic, label] = hit;
    if (bold !== undefined) found.push(...rich(bold, { ...outer, bold: true }));
    else if (stress !== undefined) found.push(...rich(stress, { ...outer, stress: true }));
    else if (topic !== undefined) found.push({ ...outer, text: label ?? topic, topic });
    at = hit.index + whole.length;
  }
  if (at < text.length) found.push({ ...outer, text: text.slice(at) });
  return found;
}

/** The words alone, without marks. */
export function plain(text: string): string {
  return rich(text)
    .map((part) => part.text)
    .join("");
}

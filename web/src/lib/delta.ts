// What changed between two views, applied. The server makes it: `src/viae/table/delta.py` has the form.

/** `[value]` is a new value, an object what changed inside, and `[]` in it a key that is gone. */
export type Delta = unknown[] | { [key: string]: Delta };

/** The new value. The old one is not changed, and what is the same in both is shared. */
export function applyDelta(old: unknown, change: Delta): unknown {
  if (Array.isArray(change)) return change[0];
  const values = (Array.isArray(old) ? [...old] : { ...(old as object) }) as Record<
    string,
    unknown
  >;
  for (const [key, inner] of Object.entries(change)) {
    if (Array.isArray(inner) && !inner.length) Reflect.deleteProperty(values, key);
    else values[key] = applyDelta(values[key], inner);
  }
  return values;
}

// Python starts in a worker before it is asked for something.
export async function warmUp(): Promise<void> {
  (await import("./pool")).pool.warm();
}

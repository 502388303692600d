// Files of the client that come when they are wanted.

const FIRST = 500; // ms until the second try, then twice as long each time
const TRIES = 9; // about two minutes; what has not come by then is missing

/** Load files of the client. Without a connection they are tried again, at once when it is back. */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await load();
    } catch (problem) {
      if (tried === TRIES) throw problem;
      await connected(FIRST * 2 ** (tried - 1));
    }
  }
}

function connected(most: number): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      removeEventListener("online", wake);
      resolve();
    };
    const timer = setTimeout(wake, most);
    addEventListener("online", wake);
  });
}

// A worker that computes: it runs functions of Viae by their names, see `viae.local.tasks`.
import type { Places } from "$lib/home";
import type { FromTask, ToTask } from "./messages";
import { failed, startPython } from "./python";

/** `viae.local.tasks.Task`. */
interface Task {
  step(): string;
  destroy(): void;
}
type MakeTask = (name: string, given: string, tell: (text: string) => void) => Task;

const send = (message: FromTask): void => self.postMessage(message);

async function start(places: Places): Promise<MakeTask> {
  const python = await startPython(places, send);
  return python.runPython("from viae.local.tasks import Task\nTask") as MakeTask;
}

let make: Promise<MakeTask> | null = null;
let stopped = 0; // the last computation that is not wanted any more

/** Let messages come in. */
const breathe = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

async function run(id: number, name: string, given: string): Promise<void> {
  let task: Task | null = null;
  try {
    task = (await make!)(name, given, (text) => send({ kind: "progress", id, text }));
    for (;;) {
      const text = task.step();
      if (text) return send({ kind: "done", id, text });
      await breathe();
      if (stopped === id) return send({ kind: "stopped", id });
    }
  } catch (problem) {
    send({ kind: "broken", id, text: String(problem) });
  } finally {
    task?.destroy();
  }
}

self.onmessage = ({ data }: MessageEvent<ToTask>): void => {
  if (data.kind === "run") void run(data.id, data.name, data.arguments);
  else if (data.kind === "stop") stopped = data.id;
  else {
    make = start(data.places);
    make.then(
      () => send({ kind: "ready" }),
      (problem: unknown) => send(failed(problem)),
    );
  }
};

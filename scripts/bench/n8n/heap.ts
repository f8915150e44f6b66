import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Heap {
  /** Runs the work, and resolves with the maximum memory use in bytes, without garbage. */
  readonly peakDuring: (work: () => Promise<unknown>) => Promise<number>;
  readonly close: () => void;
}

/** Watches the heap of a Node.js process with an inspector on this port. */
export async function openHeap(port: number): Promise<Heap> {
  const listed = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = (await listed.json()) as [{ webSocketDebuggerUrl: string }];
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, 'open');
  const waiting = new Map<number, (result: { usedSize: number }) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: { usedSize: number } };
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let lastId = 0;
  const callInspector = (method: string) =>
    new Promise<{ usedSize: number }>((resolve) => {
      const id = ++lastId;
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method }));
    });
  const readUsedSize = async () => {
    await callInspector('HeapProfiler.collectGarbage');
    return (await callInspector('Runtime.getHeapUsage')).usedSize;
  };
  return {
    peakDuring: async (work) => {
      let peak = 0;
      let isOver = false;
      const watch = async () => {
        while (!isOver) {
          const start = performance.now();
          peak = Math.max(peak, await readUsedSize());
          // On a busy machine, a garbage collection takes long. The process works in between.
          await sleep(Math.max(5, performance.now() - start));
        }
      };
      await Promise.all([work().finally(() => (isOver = true)), watch()]);
      return peak;
    },
    close: () => socket.close(),
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from '../service/process.ts';

/** A process that has ended without being asked to. */
export interface Exit {
  readonly code: number | null;
  /** All that it had printed. */
  readonly said: string;
}

/** A service that is started again when it ends, as a service manager does it. */
export interface Kept {
  /** Undefined while it starts. */
  readonly current: () => ServiceProcess | undefined;
  readonly exits: readonly Exit[];
  /** Kills it and leaves it to be started again. */
  readonly kill: () => Promise<void>;
  /** Ends it for good: asks it to, or kills it. */
  readonly end: (how: 'stop' | 'kill') => Promise<void>;
}

const pauseMs = 500;

export async function keepRunning(start: () => Promise<ServiceProcess>): Promise<Kept> {
  const exits: Exit[] = [];
  const asked = new WeakSet<ServiceProcess>();
  let isOver = false;
  let current: ServiceProcess | undefined = await start();
  const keep = async () => {
    while (current) {
      const ended: ServiceProcess = current;
      const code = await ended.ended;
      current = undefined;
      if (!asked.has(ended) && !isOver) exits.push({ code, said: ended.output() });
      while (!isOver && !current)
        try {
          current = await start();
        } catch (error) {
          exits.push({ code: 1, said: String(error) });
          await sleep(pauseMs);
        }
    }
  };
  const keeping = keep();
  return {
    current: () => current,
    exits,
    kill: async () => {
      if (!current) return;
      asked.add(current);
      await current.kill();
    },
    end: async (how) => {
      isOver = true;
      await current?.[how]();
      await keeping;
    },
  };
}

/** Whether it ended by a fault that nothing caught, and not by a decision of its own. */
export const isCrash = ({ said }: Exit): boolean =>
  /unhandled|uncaught|Node\.js v\d|^\s+at .+:\d+:\d+/im.test(said);

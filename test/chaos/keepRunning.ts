import { setTimeout as sleep } from 'node:timers/promises';
import type { TestProcess } from '../service/harness/process.ts';

/** Describes a process that ended on its own initiative. */
export interface Exit {
  readonly code: number | null;
  /** Holds everything that the process printed. */
  readonly said: string;
}

/** Controls a service that is started again whenever it ends, as a service manager does. */
export interface Kept {
  /** Is undefined while the service starts. */
  readonly current: () => TestProcess | undefined;
  readonly exits: readonly Exit[];
  /** Kills the service, which is then started again. */
  readonly kill: () => Promise<void>;
  /** Ends the service permanently: stops or kills it. */
  readonly end: (how: 'stop' | 'kill') => Promise<void>;
}

const pauseMs = 500;

export async function keepRunning(start: () => Promise<TestProcess>): Promise<Kept> {
  const exits: Exit[] = [];
  const asked = new WeakSet<TestProcess>();
  let isOver = false;
  let current: TestProcess | undefined = await start();
  const keep = async () => {
    while (current) {
      const ended: TestProcess = current;
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

/** Returns whether the process ended because of an uncaught error, and not by its own decision. */
export const isCrash = ({ said }: Exit): boolean =>
  /unhandled|uncaught|Node\.js v\d|^\s+at .+:\d+:\d+/im.test(said);

import { createRequire } from 'node:module';
import { createAppTester, type Bundle, type ZObject } from 'zapier-platform-core';
import { app } from '../../connectors/zapier/src/index.ts';
import { startFarSide, type Answer } from './farSide.ts';

// After this many calls, the platform ends a process that is as large as a worker of the tests.
const limits = createRequire(import.meta.url)('zapier-platform-core/src/constants') as {
  KILL_MIN_LIMIT: number;
};
limits.KILL_MIN_LIMIT = Number.POSITIVE_INFINITY;

const run = createAppTester(app);
const live = { isLoadingSample: false } as Bundle['meta'];
type Method = (z: ZObject, bundle: Bundle) => unknown;

/** Describes a step of the app. Its own type does not say which methods it has. */
export interface Step {
  readonly operation: object;
}
export type Item = Record<string, unknown>;

interface Call extends Partial<Bundle> {
  /** The method of the step: `perform` if absent. */
  readonly method?: string;
}

/** Runs a step in Zapier's platform, with a service that gives these responses. */
export async function runStep(
  { operation }: Step,
  { method = 'perform', ...bundle }: Call,
  answer: (
    asked: string,
    body: unknown,
    headers: NodeJS.Dict<string | string[]>,
  ) => Answer | undefined | Promise<Answer>,
): Promise<{ readonly result: unknown; readonly asked: readonly string[] }> {
  const far = await startFarSide(answer);
  try {
    const work = (operation as Record<string, Method>)[method]!;
    const result = await run(work, { authData: far.authData, meta: live, ...bundle });
    return { result, asked: far.asked };
  } finally {
    await far.stop();
  }
}

/**
 * Returns the name of an error and the words that a user reads. Zapier's own errors carry them as
 * JSON.
 */
export const readFailure = (
  work: Promise<unknown>,
): Promise<{ readonly name: string; readonly said: string }> =>
  work.then(
    () => {
      throw new Error('It did not fail');
    },
    (error: unknown) => {
      const { name, message } = error as Error;
      const isJson = message.startsWith('{');
      return {
        name,
        said: isJson ? (JSON.parse(message) as { message: string }).message : message,
      };
    },
  );

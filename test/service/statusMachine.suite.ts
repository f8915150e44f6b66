import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MessageStatus } from '@textloom/shared/contract';
import fc from 'fast-check';
import { transitions } from '../../service/messages/statusMachine.ts';
import type { OpenDatabase } from './database.ts';
import { playAtOnce } from './model/playAtOnce.ts';
import { playOneByOne } from './model/playOneByOne.ts';
import { openRealServices, type RealService, type RealServices } from './model/realService.ts';
import { atOnce, lateOutcomes, oneByOne } from './model/steps.ts';

/** Another play each time; MODEL_SEED repeats one, and MODEL_FACTOR plays more of it. */
const seed = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31);
/** A play that is known to catch faults. */
const knownSeed = 20_310_304;
const factor = Number(process.env.MODEL_FACTOR ?? 1);

interface Runs {
  readonly oneByOne: number;
  readonly atOnce: number;
  /** Whether to prove as well that faults are caught, which takes minutes. */
  readonly isProved: boolean;
}

/** That the service keeps what it promises of the status of messages, in random play. */
export function describeStatusMachine(name: string, open: OpenDatabase, runs: Runs): void {
  describe(`the status machine on ${name} (MODEL_SEED=${seed})`, () => {
    let services: RealServices;
    beforeAll(async () => {
      services = await openRealServices(open);
    });
    afterAll(() => services.close());

    const inRun = async (play: (service: RealService) => Promise<void>) => {
      const service = await services.next();
      try {
        await play(service);
      } finally {
        await service.clear();
      }
    };
    const modelled = fc.asyncProperty(oneByOne, lateOutcomes, (steps, late) =>
      inRun((service) => playOneByOne(service, steps, late)),
    );
    const promised = fc.asyncProperty(atOnce, lateOutcomes, (rounds, late) =>
      inRun((service) => playAtOnce(service, rounds, late)),
    );
    const options = (numRuns: number) => ({ seed, numRuns: Math.ceil(numRuns * factor) });

    it('does what the reference model does, whatever happens in whatever order', async () => {
      await fc.assert(modelled, options(runs.oneByOne));
    }, 600_000);

    it('keeps its promises, whatever happens at the same time', async () => {
      await fc.assert(promised, options(runs.atOnce));
    }, 600_000);

    (runs.isProved ? it : it.skip).each([
      ['leads on from its end', 'unconfirmed', ['delivered']],
      ['ends too early to be delivered', 'sent', ['undelivered', 'expired', 'unconfirmed']],
      ['lets nothing expire that waits', 'queued', ['sent', 'canceled', 'failed']],
    ] as const)('is caught where it %s', async (_, status, faulty) => {
      const table: Record<string, readonly MessageStatus[]> = transitions;
      const right = transitions[status];
      table[status] = faulty;
      try {
        for (const property of [modelled, promised]) {
          const { failed } = await fc.check<unknown>(property, {
            seed: knownSeed,
            endOnFailure: true,
          });
          expect(failed).toBe(true);
        }
      } finally {
        table[status] = right;
      }
    });
  });
}

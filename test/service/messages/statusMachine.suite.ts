import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MessageStatus } from '@textloom/shared/contract';
import fc from 'fast-check';
import { transitions } from '../../../service/messages/statusMachine.ts';
import type { OpenDatabase } from '../harness/database.ts';
import { playAtOnce } from '../model/playAtOnce.ts';
import { playOneByOne } from '../model/playOneByOne.ts';
import { openRealServices, type RealService, type RealServices } from '../model/realService.ts';
import { atOnce, lateOutcomes, oneByOne } from '../model/steps.ts';

/**
 * Each run plays other steps. Set MODEL_SEED to repeat a run, and MODEL_FACTOR to play more steps.
 */
const seed = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31);
/** This seed is known to catch faults. */
const knownSeed = 20_310_304;
const factor = Number(process.env.MODEL_FACTOR ?? 1);

interface Runs {
  readonly oneByOne: number;
  readonly atOnce: number;
  /** Also proves that faults are caught, which takes minutes. */
  readonly isProved: boolean;
}

/** Tests with random steps that the service keeps its promises about the status of messages. */
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

    it('matches the reference model, whatever happens in any order', async () => {
      await fc.assert(modelled, options(runs.oneByOne));
    }, 600_000);

    it('keeps its promises, whatever happens at the same time', async () => {
      await fc.assert(promised, options(runs.atOnce));
    }, 600_000);

    (runs.isProved ? it : it.skip).each([
      ['continues after its end', 'unconfirmed', ['delivered']],
      ['ends too early to be delivered', 'sent', ['undelivered', 'expired', 'unconfirmed']],
      ['lets no waiting message expire', 'queued', ['sent', 'canceled', 'failed']],
    ] as const)('fails these checks if it %s', async (_, status, faulty) => {
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

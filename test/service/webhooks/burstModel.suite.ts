import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { limits } from '@textloom/shared/contract';
import type { OpenDatabase } from '../harness/database.ts';
import {
  burstRounds,
  openBurstModel,
  type BurstModel,
  type BurstStep,
} from '../model/burstModel.ts';

/** Each run plays other steps. Set MODEL_SEED to repeat a run, and MODEL_FACTOR to play more. */
const seed = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31);
const factor = Number(process.env.MODEL_FACTOR ?? 1);

/** Tests with random steps that each text is in one burst, and that bursts follow their rules. */
export function describeBurstModel(name: string, open: OpenDatabase, runs: number): void {
  describe(`the bursts on ${name} (MODEL_SEED=${seed})`, () => {
    let model: BurstModel;
    beforeAll(async () => {
      model = await openBurstModel(open);
    });
    afterAll(() => model.close());

    const text: BurstStep = { does: 'text', from: 0, to: 0, stops: false, dies: null };
    const wait = (ms: number): BurstStep => ({ does: 'wait', ms });
    const play = async (rounds: readonly (readonly BurstStep[])[]) => {
      const run = await model.next();
      await run.play(rounds);
      expect(await run.findFaults()).toEqual([]);
      return run.sizes();
    };

    it('contain each text once, whatever dies, repeats, or happens at the same time', async () => {
      const promised = fc.asyncProperty(burstRounds, async (rounds) => {
        await play(rounds);
      });
      await fc.assert(promised, { seed, numRuns: Math.ceil(runs * factor) });
    }, 600_000);

    it(`close after ${limits.burstTexts} texts`, async () => {
      const sizes = await play(Array.from({ length: limits.burstTexts + 5 }, () => [text]));
      expect(sizes).toEqual([limits.burstTexts, 5]);
    });

    it(`close ${limits.burstLength} windows after the first text`, async () => {
      const sizes = await play(Array.from({ length: 15 }, () => [[text], [wait(900)]]).flat());
      expect(sizes).toEqual([12, 3]);
    });

    it('close between two texts, even if no process had the time to close them', async () => {
      expect(await play([[text], [wait(999)], [text], [wait(1_000)], [text]])).toEqual([2, 1]);
    });
  });
}

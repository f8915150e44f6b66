import { describe, expect, it } from '@jest/globals';
import { openFolder } from '../harness/database.ts';
import { provideRealService } from '../model/provideRealService.ts';
import type { RealService } from '../model/realService.ts';

describe('the opt-outs of a recipient', () => {
  let service: RealService;
  let startedAt: number;
  provideRealService(openFolder, (provided) => {
    service = provided;
    startedAt = Date.now();
  });

  /**
   * Stores a text that arrived a number of seconds ago, at a process whose clock may be ahead.
   */
  const store = (text: string, secondsAgo: number, ahead = 0) =>
    service.bringText(0, text, {
      receivedAt: new Date(service.now() + (ahead - secondsAgo) * 1_000),
      arrivedAt: new Date(startedAt - secondsAgo * 1_000),
    });
  const hasOptedOut = async () => {
    const rows = await service.context.db
      .selectFrom('opt_out')
      .select('phone')
      .where('account_id', '=', service.accountId)
      .execute();
    return rows.length > 0;
  };

  it.each([
    ['stay after a newer STOP if the START is processed last', ['STOP 1', 'START 2'], true],
    ['stay after the newer of two STOPs', ['STOP 3', 'STOP 1', 'START 2'], true],
    ['end after a START that arrived last', ['STOP 3', 'STOP 2', 'START 1'], false],
    ['end after a START that arrived in the same moment', ['STOP 1', 'START 1'], false],
    ['stay after a newer STOP whose process has a slow clock', ['STOP 1 -4', 'START 2'], true],
    ['stay after a newer STOP whose process has a fast clock', ['STOP 1 60', 'START 2'], true],
    ['end after a newer START whose process has a slow clock', ['STOP 2', 'START 1 -4'], false],
    ['stay after a repeated STOP of another clock', ['STOP 3', 'STOP 1 -4', 'START 2'], true],
  ])('%s', async (_, texts, isOptedOut) => {
    await service.wait(5);
    for (const one of texts) {
      const [text, ...times] = one.split(' ');
      const [secondsAgo, ahead] = times.map(Number);
      await store(text!, secondsAgo!, ahead);
    }
    expect(await hasOptedOut()).toBe(isOptedOut);
  });
});

import { describe, expect, it } from '@jest/globals';
import { openFolder } from './database.ts';
import { provideRealService } from './model/provideRealService.ts';
import type { RealService } from './model/realService.ts';

describe('the opt-outs of a recipient', () => {
  let service: RealService;
  provideRealService(openFolder, (provided) => {
    service = provided;
  });

  /** Stores a text that arrived a number of seconds ago. */
  const store = (text: string, secondsAgo: number) =>
    service.bringText(0, text, new Date(service.now() - secondsAgo * 1_000));
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
  ])('%s', async (_, texts, isOptedOut) => {
    await service.wait(5);
    for (const one of texts) {
      const [text, secondsAgo] = one.split(' ') as [string, string];
      await store(text, Number(secondsAgo));
    }
    expect(await hasOptedOut()).toBe(isOptedOut);
  });
});

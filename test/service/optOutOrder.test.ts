import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../service/lib/ids.ts';
import { receive } from '../../service/messages/receive.ts';
import { openFolder } from './database.ts';
import { openRealServices, type RealService, type RealServices } from './model/realService.ts';

describe('the opt-outs of a recipient', () => {
  let services: RealServices;
  let service: RealService;
  let number: { readonly account_id: string; readonly number: string };
  beforeAll(async () => {
    services = await openRealServices(openFolder);
  });
  afterAll(() => services.close());
  beforeEach(async () => {
    service = await services.next();
    number = await service.context.db
      .selectFrom('number')
      .select(['account_id', 'number'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
  });

  /** Stores a text that arrived a number of seconds ago. */
  const store = (text: string, secondsAgo: number) =>
    receive(service.context, 'scripted', {
      ...{ ref: newId('txt'), from: service.toPhone(0), to: number.number, text },
      receivedAt: new Date(service.context.clock().getTime() - secondsAgo * 1_000),
    });
  const hasOptedOut = async () => {
    const rows = await service.context.db
      .selectFrom('opt_out')
      .select('phone')
      .where('account_id', '=', number.account_id)
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

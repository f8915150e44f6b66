import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openFolder, openPostgres } from '../../service/harness/database.ts';
import { handset, openHarness, type Account, type Harness } from '../../service/harness/harness.ts';
import { until } from '../../service/harness/until.ts';

describe.each([
  ['PGlite', openFolder],
  ['PostgreSQL', openPostgres],
])('the deliveries of accounts that share %s', (_, open) => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await openHarness(open);
  });
  afterAll(async () => {
    isOver = true;
    for (const release of held) release();
    await harness.close();
  });
  const held: (() => void)[] = [];
  let isOver = false;

  const webhooks = 100;
  const messages = 20;
  /**
   * Creates an account with the maximum number of webhooks, all at one host that never responds.
   */
  const flood = async (area: number): Promise<{ account: Account; open: () => number }> => {
    const account = harness.account();
    let open = 0;
    for (let at = 0; at < webhooks; at++) {
      const hook = harness.receiver.hook();
      hook.response = (response) => {
        open++;
        response.on('close', () => open--);
        if (isOver) response.end();
        else held.push(() => response.end());
      };
      await account.client.webhook.create({ url: hook.url, events: ['message.*'] });
    }
    await account.json('POST', '/messages/batch', {
      messages: Array.from({ length: messages }, (_, at) => ({
        to: handset(at % 10, area),
        text: 'Hi',
      })),
    });
    return { account, open: () => open };
  };

  it('take turns, so three accounts that flood a silent host delay no other account', async () => {
    const floods = [await flood(721), await flood(722), await flood(723)];
    await until('the floods have started', () => floods.every(({ open }) => open() >= 32));
    const account = harness.account();
    const hook = harness.receiver.hook();
    const { id } = await account.client.webhook.create({ url: hook.url, events: ['webhook.*'] });
    const waits: number[] = [];
    for (let turn = 1; turn <= 5; turn++) {
      const start = Date.now();
      await account.client.webhook.test({ id });
      await until('the delivery arrives', () => hook.deliveries.length >= turn);
      waits.push(Date.now() - start);
      for (const { open } of floods) expect(open()).toBeLessThanOrEqual(64);
    }
    // An idle service takes a tenth of a second. Behind the floods, a delivery would take their 15
    // seconds.
    expect(Math.max(...waits)).toBeLessThan(8_000);
  });
});

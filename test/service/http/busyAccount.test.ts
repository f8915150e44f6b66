import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openFolder } from '../harness/database.ts';
import { openHarness, type Harness } from '../harness/harness.ts';

describe('an account that makes many requests at the same time', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await openHarness(openFolder);
  });
  afterAll(() => harness.close());

  it('gets all its responses, but other accounts do not wait for them', async () => {
    const [busy, other] = [harness.account(), harness.account()];
    const finished: string[] = [];
    const search = async (name: string, { json }: typeof busy) => {
      expect((await json('GET', '/contacts?search=Ana')).status).toBe(200);
      finished.push(name);
    };
    // The first request with a key looks the key up.
    for (const account of [busy, other]) await search('first', account);
    const all = Array.from({ length: 200 }, () => search('busy', busy));
    await Promise.all([...all, search('other', other)]);
    expect(finished).toHaveLength(203);
    expect(finished.indexOf('other')).toBeLessThan(150);
  });
});

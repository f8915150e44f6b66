import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { headers as names, limits, type ApiKey, type Scope } from '@textloom/shared/contract';
import { authorization, type Account, type Harness } from './harness.ts';
import { until } from './until.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Tests how API keys expire, and how a new key replaces one that still works for a while. */
export function describeKeyExpiry(harness: () => Harness): void {
  describe('an API key that expires', () => {
    let account: Account;
    beforeAll(() => {
      account = harness().account();
    });
    afterEach(() => harness().setAhead(0));
    const inTime = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
    const make = (name: string, scope: Scope, expires_at: string | null) =>
      account.client.key.create({ name, scope, expires_at });
    const get = (key: string) => account.json('GET', '/account', undefined, authorization(key));
    const statusOf = async (key: string) => (await get(key)).status;
    const find = async (id: string): Promise<ApiKey> =>
      (await account.client.key.list({ limit: 100 })).data.find((one) => one.id === id)!;

    it('works until then, and is refused with the reason and the remedy', async () => {
      const { id, key, expires_at } = await make('Short', 'send', inTime(hour));
      expect(await statusOf(key)).toBe(200);
      harness().setAhead(hour + 1_000);
      // No wait: the time of the expiry also ends what the service remembers.
      const { status, body } = await get(key);
      expect([status, body]).toMatchObject([401, { code: 'unauthenticated' }]);
      const { detail } = body as { detail: string };
      expect(detail).toContain(`expired at ${expires_at!}`);
      expect(detail).toContain('create or rotate a key');
      expect((await find(id)).expires_at).toBe(expires_at);
      const [denied] = (await account.client.audit.list({ key_id: id })).data;
      expect(denied).toMatchObject({ operation: 'account.get', outcome: 'denied' });
    });

    it('does not make the response to an unknown key any different', async () => {
      const { body } = await get('tl_admin_unknown');
      const { detail } = body as { detail: string };
      expect(detail).toMatch(/^The API key is missing or not valid\./);
      expect(detail).not.toMatch(/expired|revoked/);
    });

    it('has an expiry in the future, within the limit', async () => {
      const wrong = [inTime(-1_000), inTime((limits.keyDays + 1) * day)];
      for (const expires_at of wrong) {
        const { status, body } = await account.json('POST', '/keys', {
          name: 'Wrong',
          scope: 'read',
          expires_at,
        });
        expect([status, body]).toMatchObject([422, { errors: [{ pointer: '/expires_at' }] }]);
      }
      expect((await make('Never', 'read', null)).expires_at).toBeNull();
    });

    it('is found by the time of its expiry', async () => {
      const { id } = await make('Next month', 'read', inTime(30 * day));
      const { data } = await account.client.key.list({
        expires_after: inTime(29 * day),
        expires_before: inTime(31 * day),
      });
      expect(data.map((one) => one.id)).toEqual([id]);
    });

    it('ends the open stream of a page', async () => {
      const { key } = await make('Page', 'read', inTime(hour));
      const response = await fetch(`${harness().url}/simulator/stream`, {
        headers: authorization(key),
      });
      expect(response.status).toBe(200);
      let ended = false;
      const read = (async () => {
        await response.text();
        ended = true;
      })();
      harness().setAhead(hour + 1_000);
      await until('the stream has ended', () => ended, 5);
      await read;
    });
  });

  describe('the rotation of an API key', () => {
    let account: Account;
    beforeAll(() => {
      account = harness().account();
    });
    afterEach(() => harness().setAhead(0));
    const statusOf = async (key: string) =>
      (await account.json('GET', '/account', undefined, authorization(key))).status;
    const find = async (id: string): Promise<ApiKey> =>
      (await account.client.key.list({ limit: 100 })).data.find((one) => one.id === id)!;

    it('creates a key with the same name and scope, and keeps the old one for a day', async () => {
      const old = await account.client.key.create({ name: 'Shop', scope: 'send' });
      const rotated = await account.client.key.rotate({ id: old.id });
      expect(rotated).toMatchObject({ name: 'Shop', scope: 'send', expires_at: null });
      expect(rotated.key).not.toBe(old.key);
      const left = Date.parse(rotated.old_key_expires_at) - Date.now();
      expect(Math.round(left / 60_000)).toBe(24 * 60);
      expect(await find(old.id)).toMatchObject({
        replaced_by: rotated.id,
        expires_at: rotated.old_key_expires_at,
      });
      expect([await statusOf(old.key), await statusOf(rotated.key)]).toEqual([200, 200]);
      harness().setAhead(24 * hour + 1_000);
      expect([await statusOf(old.key), await statusOf(rotated.key)]).toEqual([401, 200]);
    });

    it('ends the old key within a second without an overlap', async () => {
      const old = await account.client.key.create({ name: 'Leaked', scope: 'send' });
      expect(await statusOf(old.key)).toBe(200);
      await account.client.key.rotate({ id: old.id, overlap_hours: 0 });
      await until('the old key is refused', async () => (await statusOf(old.key)) === 401, 3);
    });

    it('never prolongs the old key, and gives the new one the same lifetime', async () => {
      const lifetime = 10 * hour;
      const expires_at = new Date(Date.now() + lifetime).toISOString();
      const old = await account.client.key.create({ name: 'Brief', scope: 'read', expires_at });
      harness().setAhead(2 * hour);
      const rotated = await account.client.key.rotate({ id: old.id, overlap_hours: 24 });
      expect(rotated.old_key_expires_at).toBe(expires_at);
      const lives = Date.parse(rotated.expires_at!) - Date.parse(rotated.created_at);
      expect(Math.abs(lives - lifetime)).toBeLessThan(5_000);
      const forever = await account.client.key.rotate({ id: rotated.id, expires_at: null });
      expect(forever.expires_at).toBeNull();
    });

    it('happens once for a repeated request, which shows the new key again', async () => {
      const old = await account.client.key.create({ name: 'Once', scope: 'read' });
      const rotate = () =>
        account.json('POST', `/keys/${old.id}/rotate`, {}, { [names.idempotencyKey]: 'rotate' });
      const [first, again] = [await rotate(), await rotate()];
      expect(again).toMatchObject({ status: 201, body: first.body });
      const { data } = await account.client.key.list({ limit: 100 });
      expect(data.filter(({ name }) => name === 'Once')).toHaveLength(2);
    });

    it('can be of the key of the request, which needs an overlap', async () => {
      const admin = await account.client.key.create({ name: 'Own', scope: 'admin' });
      const rotate = (body: object) =>
        account.json('POST', `/keys/${admin.id}/rotate`, body, authorization(admin.key));
      const refused = await rotate({ overlap_hours: 0 });
      expect([refused.status, refused.body]).toMatchObject([
        422,
        { errors: [{ pointer: '/overlap_hours' }] },
      ]);
      const { status, body } = await rotate({ overlap_hours: 1 });
      expect([status, await statusOf((body as { key: string }).key)]).toEqual([201, 200]);
      expect(await statusOf(admin.key)).toBe(200);
    });

    it('is impossible for a revoked key, and limited like the creation of keys', async () => {
      const other = harness().account();
      const { id } = await other.client.key.create({ name: 'Gone', scope: 'read' });
      await other.client.key.revoke({ id });
      await expect(other.client.key.rotate({ id })).rejects.toMatchObject({ code: 'not_found' });
      const [own] = (await other.client.key.list({})).data.filter(({ current }) => current);
      const existing = (await other.client.key.list({ limit: 100 })).data.length;
      // Each request waits for the lock of the account with a separate connection.
      const createMany = (count: number) =>
        Promise.all(
          Array.from({ length: count }, () =>
            other.client.key.create({ name: 'One of many', scope: 'read' }),
          ),
        );
      for (let left = limits.keys - existing; left > 0; left -= 10)
        await createMany(Math.min(left, 10));
      const more = () => other.client.key.create({ name: 'More', scope: 'read' });
      await expect(more()).rejects.toMatchObject({ code: 'limit_reached' });
      await expect(other.client.key.rotate({ id: own!.id })).rejects.toMatchObject({
        code: 'limit_reached',
      });
    });
  });
}

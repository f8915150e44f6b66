import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { headers as names, limits, type ApiKey, type Scope } from '@textloom/shared/contract';
import { issueKey } from '../../../service/accounts/issueKey.ts';
import { rotateKey } from '../../../service/accounts/rotateKey.ts';
import { newId } from '../../../service/lib/ids.ts';
import type { Trx } from '../../../service/store/database.ts';
import type { OpenDatabase } from '../harness/database.ts';
import { authorization, type Account, type Harness } from '../harness/harness.ts';
import { openTestStore } from '../harness/openTestStore.ts';
import { until } from '../harness/until.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Tests how API keys expire, and how a new key replaces one that still works for a while. */
export function describeKeyExpiry(harness: () => Harness, open: OpenDatabase): void {
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
    const readStatus = async (key: string) => (await get(key)).status;
    const find = async (id: string): Promise<ApiKey> =>
      (await account.client.key.list({ limit: 100 })).data.find((one) => one.id === id)!;

    it('works until then, and is refused with the reason and the remedy', async () => {
      const { id, key, expires_at } = await make('Short', 'send', inTime(hour));
      expect(await readStatus(key)).toBe(200);
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
      expect(detail).toMatch(/^The API key is not valid\./);
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
      await until('the stream has ended', () => ended);
      await read;
    });
  });

  describe('the rotation of an API key', () => {
    let account: Account;
    beforeAll(() => {
      account = harness().account();
    });
    afterEach(() => harness().setAhead(0));
    const readStatus = async (key: string) =>
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
      expect([await readStatus(old.key), await readStatus(rotated.key)]).toEqual([200, 200]);
      harness().setAhead(24 * hour + 1_000);
      expect([await readStatus(old.key), await readStatus(rotated.key)]).toEqual([401, 200]);
    });

    it('ends the old key without an overlap', async () => {
      const old = await account.client.key.create({ name: 'Leaked', scope: 'send' });
      expect(await readStatus(old.key)).toBe(200);
      await account.client.key.rotate({ id: old.id, overlap_hours: 0 });
      await until('the old key is refused', async () => (await readStatus(old.key)) === 401);
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

    it('happens once, and a second one names the key to rotate', async () => {
      const old = await account.client.key.create({ name: 'Double', scope: 'send' });
      const rotate = () => account.json('POST', `/keys/${old.id}/rotate`);
      const both = await Promise.all([rotate(), rotate()]);
      const [done, refused] = both.sort((one, other) => one.status - other.status);
      const { id, expires_at } = done.body as ApiKey;
      expect([done.status, expires_at]).toEqual([201, null]);
      expect([refused.status, refused.body]).toMatchObject([
        409,
        { code: 'key_already_rotated', detail: expect.stringContaining(id) },
      ]);
      expect((await account.client.key.rotate({ id })).expires_at).toBeNull();
    });

    it('leaves the account an admin key that lasts', async () => {
      const { client, json } = harness().account();
      const refusal = { status: 409, body: { code: 'last_admin_key' } };
      const inAnHour = new Date(Date.now() + hour).toISOString();
      const [own, ...others] = (await client.key.list({})).data.sort(
        (one, other) => Number(other.current) - Number(one.current),
      );
      for (const { id, scope } of others) if (scope === 'admin') await client.key.revoke({ id });
      expect(await json('POST', `/keys/${own!.id}/rotate`, { expires_at: inAnHour })).toMatchObject(
        refusal,
      );
      const { id } = await client.key.rotate({ id: own!.id });
      expect(await json('DELETE', `/keys/${id}`)).toMatchObject(refusal);
      expect(await json('POST', `/keys/${id}/rotate`, { expires_at: inAnHour })).toMatchObject(
        refusal,
      );
      const spare = await client.key.create({ name: 'Spare', scope: 'admin' });
      await client.key.revoke({ id });
      expect((await client.key.list({})).data.map((one) => one.id)).toContain(spare.id);
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
      expect([status, await readStatus((body as { key: string }).key)]).toEqual([201, 200]);
      expect(await readStatus(admin.key)).toBe(200);
    });

    it('is impossible for a revoked key', async () => {
      const { id } = await account.client.key.create({ name: 'Gone', scope: 'read' });
      await account.client.key.revoke({ id });
      await expect(account.client.key.rotate({ id })).rejects.toMatchObject({ code: 'not_found' });
    });

    it('is possible at the limit of keys, and expired keys do not count', async () => {
      const store = await openTestStore({ open, accounts: 1 });
      const accountId = store.accounts[0]!.id;
      const now = new Date();
      const later = new Date(now.getTime() + hour);
      const add = (count: number, columns: object) =>
        store.db
          .insertInto('api_key')
          .values(
            Array.from({ length: count }, () => ({
              id: newId('key'),
              account_id: accountId,
              hash: newId('key'),
              name: 'One of many',
              scope: 'read' as const,
              created_at: now,
              ...columns,
            })),
          )
          .returning('id')
          .execute();
      const inTrx = <T>(work: (trx: Trx) => Promise<T>) => store.db.transaction().execute(work);
      const create = () =>
        inTrx((trx) =>
          issueKey(trx, { accountId, name: 'New', scope: 'read', expiresAt: null, now }),
        );
      const rotate = (id: string, overlapMs: number) =>
        inTrx((trx) => rotateKey(trx, { accountId, id, overlapMs, expiresAt: undefined, now }));
      const limit = { code: 'limit_reached' };

      const [expired] = await add(limits.keys, { expires_at: now });
      await expect(create()).resolves.toBeDefined();
      const { count } = await store.db
        .selectFrom('api_key')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('account_id', '=', accountId)
        .where('expires_at', 'is', null)
        .executeTakeFirstOrThrow();
      const [first, second] = await add(limits.keys - count, {});
      await expect(create()).rejects.toMatchObject(limit);
      await expect(rotate(expired!.id, 0)).rejects.toMatchObject(limit);
      await expect(rotate(first!.id, hour)).resolves.toBeDefined();
      await add(limits.replacedKeys - 1, { expires_at: later, replaced_by: 'key_other' });
      await expect(rotate(second!.id, hour)).rejects.toMatchObject(limit);
      await expect(rotate(second!.id, 0)).resolves.toBeDefined();
      await store.close();
    });
  });
}

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toRequest } from '@textloom/shared/client';
import type { Operation } from '@textloom/shared/contract';
import type { ApiResponse } from '../harness/checkResponse.ts';
import { openFolder } from '../harness/database.ts';
import { openHarness, type Account, type Harness } from '../harness/harness.ts';
import { attackable, byHarm, kindOf, listAttacks, ownInput } from './attacks.ts';
import { live, type Life } from './live.ts';
import { readRows, settled } from './readRows.ts';

const secret = 'Geheimnis';
/** Another account knows everything about these people and objects except their IDs. */
const valuesKnown = { area: 303, secret };
/** Another account knows only the IDs of these people and objects. */
const idsKnown = { area: 304, secret };

/** Returns what a response tells about the value in its request. */
const masked = ({ status, body }: ApiResponse, value: string): string =>
  JSON.stringify([status, body ?? ''])
    .replaceAll(value, 'value')
    .replace(/\b[a-z]{3}_[0-9A-Z]{26}\b/g, 'id')
    .replace(/\bwhsec_[\w+/=]+|\btl_\w+/g, 'secret')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time');

/** Uses what belongs to one account in each field of each operation as another account. */
describe('another account', () => {
  let harness: Harness;
  let byValue: Life;
  let byId: Life;
  let attacker: Life;
  /** Matches what no other account may see. */
  let hidden: RegExp;
  beforeAll(async () => {
    harness = await openHarness(openFolder);
    // The first account is the operator.
    harness.account();
    const victim = harness.account();
    byValue = await live(harness, victim, valuesKnown);
    byId = await live(harness, victim, idsKnown);
    attacker = await live(harness, harness.account(), { area: 602, secret: 'Other' });
    const { number: _, ...ids } = byValue.ids;
    hidden = new RegExp(
      [secret, byId.prefix.slice(1), byId.names[2]!, ...Object.values(ids)].join('|'),
    );
  });
  afterAll(() => harness.close());

  const call = async (account: Account, operation: Operation, input: object) => {
    const { method, path, body, headers } = toRequest(operation, { ...input });
    return account.raw({ method, path, headers, ...(body && { body: JSON.stringify(body) }) });
  };

  it('sees and changes nothing, whatever it sends', async () => {
    const { account: victim, ids } = byId;
    await settled(harness);
    const own = { accountId: victim.id, secret };
    const before = await readRows(harness, own);
    const deliveries = [byValue, byId].map(({ hook }) => hook.deliveries.length);
    const values = [
      ...[victim.id, victim.number, byId.usedKey],
      ...[byId.pendingContact, byId.scheduledMessage, byId.waitingBroadcast],
      ...Object.values(ids),
      ...byValue.phones,
      ...byValue.names.slice(0, 2),
      ...[byValue.prefix, byId.cursor, byValue.hook.url],
    ];
    const leaks: string[] = [];
    for (const { name, operation, value, inputWith } of listAttacks(attacker, values)) {
      const send = (sent: string) => call(attacker.account, operation, inputWith(sent));
      // A webhook with the URL of another account must not get the events of earlier attacks.
      if (value === byValue.hook.url && operation.path.startsWith('/webhooks'))
        await settled(harness);
      const response = await send(value);
      const [found] = hidden.exec(JSON.stringify([response.headers, response.body ?? ''])) ?? [];
      if (found !== undefined) leaks.push(`${name}: ${response.status} shows ${found}`);
      if (kindOf(value) === '') continue;
      const unknown = value.slice(0, -4) + (value.startsWith('cnv_') ? 'ffff' : 'ZZZZ');
      if (masked(response, value) !== masked(await send(unknown), unknown))
        leaks.push(`${name}: ${response.status} shows that the ID exists`);
    }
    expect(leaks).toEqual([]);
    await settled(harness);
    expect(await readRows(harness, own)).toEqual(before);
    expect([byValue, byId].map(({ hook }) => hook.deliveries.length)).toEqual(deliveries);
    expect(attacker.hook.deliveries.filter(({ body }) => hidden.test(body))).toEqual([]);
  }, 300_000);

  it('proves nothing unless the owner can do all of it', async () => {
    const refused: string[] = [];
    for (const { resource, name, operation } of attackable.toSorted(byHarm)) {
      const input = ownInput(byId, resource, name);
      const { status, body } = await call(byId.account, operation, input);
      if (status >= 400) refused.push(`${resource}.${name}: ${JSON.stringify(body)}`);
    }
    expect(refused).toEqual([]);
  });
});

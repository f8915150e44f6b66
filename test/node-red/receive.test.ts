import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createClient } from '@textloom/shared/client';
import { contract, headers, sampleOf, type Event } from '@textloom/shared/contract';
import { deriveWebhookSecret, signWebhook } from '@textloom/shared/webhooks';
import { createHost } from '../../connectors/node-red/src/connection/host.ts';
import { receive } from '../../connectors/node-red/src/webhooks/receive.ts';
import { poll } from '../../scripts/poll.ts';
import { startFarSide } from '../zapier/farSide.ts';

const webhook = { ...(sampleOf(contract.webhook.get.output) as object), id: 'whk_1' };
let claimed: string;
let far: Awaited<ReturnType<typeof startFarSide>>;
let url: string;
let started: Event[];
let isOpen: boolean;
let lookup: number;
/** The bodies of the requests that acknowledge events. */
let acknowledged: unknown[];

beforeEach(async () => {
  claimed = 'granted';
  started = [];
  isOpen = true;
  lookup = 200;
  acknowledged = [];
  // Node-RED remembers the events of an address for as long as it runs.
  url = `https://node-red.example.com/textloom/${randomUUID()}`;
  far = await startFarSide((asked, body) => {
    if (asked === 'POST /v1/webhooks/whk_1/acknowledge') acknowledged.push(body);
    if (asked.startsWith('GET')) {
      const page = { data: [webhook], has_more: false, next_cursor: null };
      return { status: lookup, body: page };
    }
    return asked.endsWith('/claim')
      ? { status: 200, body: { status: claimed } }
      : { status: 204, body: {} };
  });
});
afterEach(() => far.stop());

const deriveSecret = (key: string) => deriveWebhookSecret(key, url);

interface Sent {
  readonly key?: string;
  readonly attempt?: number;
  /** How old the delivery is, in seconds. */
  readonly age?: number;
  readonly signed?: boolean;
}

/** Delivers an event as the service does, and returns the status code of the response. */
async function deliver(id: string, { key = 'tl_key', attempt = 1, age = 0, signed = true }: Sent) {
  const body = JSON.stringify({
    ...{ id, type: 'message.received', timestamp: '2026-01-31T09:30:00.000Z' },
    data: sampleOf(contract.message.get.output),
  });
  const timestamp = Math.floor(Date.now() / 1000) - age;
  const signature = signed ? signWebhook({ id, timestamp, body }, [deriveSecret(key)]) : {};
  const attemptHeader = { [headers.webhookAttempt]: String(attempt) };
  const { base_url: baseUrl } = far.authData;
  return receive(
    { headers: { ...signature, ...attemptHeader }, body },
    {
      client: createClient(createHost({ baseUrl, apiKey: 'tl_key' })),
      ...{ url, secret: deriveSecret('tl_key'), warn: () => undefined },
      accepts: () => true,
      isOpen: () => isOpen,
      handle: (event) => started.push(event),
    },
  );
}
const startedIds = () => started.map(({ id }) => id);

describe('a delivery to Node-RED', () => {
  it('starts the flow, and is acknowledged with others in one request', async () => {
    const ids = ['evt_1', 'evt_2', 'evt_3'];
    for (const id of ids) expect(await deliver(id, {})).toBe(200);
    expect(startedIds()).toEqual(ids);
    await poll(10_000, async () => acknowledged.length > 0 || undefined);
    expect(acknowledged).toEqual([{ event_ids: ids }]);
    expect(far.asked.filter((asked) => asked.startsWith('GET'))).toHaveLength(1);
  });

  it('starts nothing without a signature, with a wrong one, or with an old one', async () => {
    expect(await deliver('evt_1', { signed: false })).toBe(401);
    expect(await deliver('evt_1', { key: 'tl_other' })).toBe(401);
    expect(await deliver('evt_1', { age: 301 })).toBe(401);
    expect(started).toEqual([]);
  });

  it('starts the flow once if it is repeated', async () => {
    const codes = await Promise.all([deliver('evt_1', {}), deliver('evt_1', {})]);
    expect([...codes, await deliver('evt_1', { attempt: 2 })]).toEqual([200, 200, 200]);
    expect(startedIds()).toEqual(['evt_1']);
  });

  it('starts nothing if Node-RED handled it before it started again', async () => {
    claimed = 'handled';
    expect(await deliver('evt_1', { attempt: 2 })).toBe(200);
    expect(started).toEqual([]);
  });

  it('is refused for now if another process may be handling it', async () => {
    claimed = 'busy';
    expect(await deliver('evt_1', { attempt: 2 })).toBe(503);
    claimed = 'granted';
    expect(await deliver('evt_1', { attempt: 3 })).toBe(200);
    expect(startedIds()).toEqual(['evt_1']);
  });

  it('is refused for now if the node closes before it starts the flow', async () => {
    isOpen = false;
    expect(await deliver('evt_1', { attempt: 2 })).toBe(503);
    expect(started).toEqual([]);
    isOpen = true;
    expect(await deliver('evt_1', { attempt: 3 })).toBe(200);
    expect(startedIds()).toEqual(['evt_1']);
  });

  it('is refused for now if the service cannot say who handled it', async () => {
    lookup = 503;
    expect(await deliver('evt_1', { attempt: 2 })).toBe(503);
    expect(started).toEqual([]);
  });
});

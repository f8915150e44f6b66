import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type {
  SubmitResponse,
  Carrier,
  IncomingText,
  Receipt,
  Submission,
} from '../../../../service/carriers/carrier.ts';
import { openCarriers } from '../../../../service/carriers/openCarriers.ts';
import { readCarriers } from '../../../../service/carriers/readCarriers.ts';
import type { IncomingPart } from '../../../../service/carriers/smpp/incoming.ts';
import { createJoiner } from '../../../../service/carriers/smpp/joinParts.ts';
import { createTextRefs } from '../../../../service/carriers/smpp/textRefs.ts';
import type { InboxOutcome } from '../../../../service/carriers/storeEach.ts';
import { createLease } from '../../../../service/carriers/lease.ts';
import { createSubmission } from '../createSubmission.ts';
import { openTestStore, type TestStore } from '../../harness/openTestStore.ts';
import { openSmsc, tag, type Smsc, type SmscOptions, type Submitted } from './smsc.ts';
import { until } from '../../harness/until.ts';

/** Creates an authority, and a certificate for localhost that the authority has signed. */
function makeAuthority(): { ca: string; key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'textloom-ca-'));
  const at = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  try {
    openssl(
      ...['req', '-x509', ...newKey, '-days', '2', '-subj', '/CN=Test authority'],
      ...['-keyout', at('ca.key'), '-out', at('ca.pem')],
    );
    openssl(
      ...['req', '-x509', ...newKey, '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost', '-addext', 'basicConstraints=CA:FALSE'],
      ...['-CA', at('ca.pem'), '-CAkey', at('ca.key')],
      ...['-keyout', at('key.pem'), '-out', at('cert.pem')],
    );
    const read = (name: string) => readFileSync(at(name), 'utf8');
    return { ca: read('ca.pem'), key: read('key.pem'), cert: read('cert.pem') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Opened {
  readonly smsc: Smsc;
  readonly carrier: Carrier;
  readonly responses: SubmitResponse[];
  readonly receipts: Receipt[];
  readonly texts: IncomingText[];
  readonly errors: string[];
}

describe('the link to a carrier', () => {
  let store: TestStore;
  const now = new Date('2026-03-01T12:00:00Z');
  const open: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    store = await openTestStore({ onError: () => undefined });
  });
  afterAll(() => store.close());
  afterEach(async () => {
    for (const close of open.splice(0)) await close();
  });

  /** Accepts incoming texts, unless `fateOf` decides otherwise. */
  const openCarrier = async (
    settings: Record<string, unknown> = {},
    options: SmscOptions = {},
    outcomeOf: (text: IncomingText) => InboxOutcome | Promise<InboxOutcome> = () => 'accepted',
    db = store.db,
  ): Promise<Opened> => {
    const smsc = await openSmsc(options);
    const entry = { name: 'acme', host: 'localhost', system_id: 'x', port: smsc.port, ...settings };
    const responses: SubmitResponse[] = [];
    const receipts: Receipt[] = [];
    const texts: IncomingText[] = [];
    const errors: string[] = [];
    const [carrier] = openCarriers(readCarriers(JSON.stringify([entry])), '', {
      db,
      boss: store.boss,
      enqueue: () => Promise.resolve(),
      clock: () => now,
      onError: (error) => errors.push(String(error)),
    }).all as [Carrier];
    await carrier.start({
      submitResponses: async (some) => {
        responses.push(...some);
        return some.map(() => 'accepted');
      },
      receipts: async (some) => {
        receipts.push(...some);
        return some.map(() => 'accepted');
      },
      texts: async (some) => {
        const fates = await Promise.all(some.map(async (text) => outcomeOf(text)));
        texts.push(...some.filter((_, at) => fates[at] === 'accepted'));
        return fates;
      },
      onCapacity: () => undefined,
    });
    open.push(async () => {
      await smsc.close();
      await carrier.stop();
    });
    return { smsc, carrier, responses, receipts, texts, errors };
  };
  const bound = async (opened: Opened): Promise<Opened> => {
    await until('the carrier is bound', () => opened.carrier.capacity() > 0);
    return opened;
  };
  const messages = (count: number, more: Partial<Submission> = {}): Submission[] =>
    Array.from({ length: count }, (_, at) =>
      createSubmission({
        messageId: `msg_${at}`,
        from: '+13125551234',
        to: `+1312556${String(at).padStart(4, '0')}`,
        ...more,
      }),
    );
  const reference = (octets: Buffer) => octets[3];

  it('has no more open submits than its window', async () => {
    const responseDelayMs = 400;
    const arrivedAt: number[] = [];
    const plan = () => {
      arrivedAt.push(performance.now());
      return { responseDelayMs };
    };
    const { carrier } = await bound(await openCarrier({ window: 3 }, { plan }));
    await carrier.submit(messages(7));
    await until('the window is full', () => carrier.capacity() === 0);
    await until('all submits arrive', () => arrivedAt.length === 7);
    // Timers can fire a millisecond early.
    for (const at of [3, 6])
      expect(arrivedAt[at]! - arrivedAt[at - 3]!).toBeGreaterThanOrEqual(responseDelayMs - 5);
  });

  it('keeps a message whose process is suspended before its turn comes', async () => {
    const { smsc, carrier, responses } = await bound(
      await openCarrier({ window: 1 }, { plan: () => ({ responseDelayMs: 200 }) }),
    );
    await carrier.submit([
      ...messages(1),
      ...messages(1, { messageId: 'msg_late', lease: createLease(100) }),
    ]);
    await until('both have a result', () => responses.length === 2);
    expect(responses.find(({ messageId }) => messageId === 'msg_late')?.result).toMatchObject({
      kind: 'unsent',
    });
    expect(smsc.submits).toHaveLength(1);
  });

  it('sends the rest of a long text although the claim of its process is lost', async () => {
    const { smsc, carrier, responses } = await bound(
      await openCarrier({}, { plan: () => ({ responseDelayMs: 1_500 }) }),
    );
    const long = { text: 'Long '.repeat(50), segments: 2, lease: createLease(1_000) };
    await carrier.submit(messages(1, long));
    await until('it has a result', () => responses.length === 1);
    expect(responses[0]!.result).toEqual({ kind: 'accepted', refs: ['1', '2'] });
    expect(smsc.submits).toHaveLength(2);
  });

  it.each([
    ['the rate of the link delays it', { throughput: 2 }, () => ({})],
    [
      'the carrier refuses it for a moment',
      {},
      ({ count }: Submitted) => ({ status: count === 2 ? 0x58 : 0 }),
    ],
  ])('sends the rest of a long text before it stops, although %s', async (_, settings, plan) => {
    const { smsc, carrier, responses, receipts } = await bound(
      await openCarrier(settings, { plan }),
    );
    await carrier.submit(messages(1, { text: 'Long '.repeat(80), segments: 3 }));
    await until('the first parts are sent', () => smsc.submits.length >= 2);
    await sleep(50);
    await carrier.stop();
    expect(receipts.filter(({ outcome }) => outcome !== 'delivered')).toEqual([]);
    expect(responses.map(({ result }) => result)).toEqual([
      { kind: 'accepted', refs: Array.from({ length: 3 }, () => expect.any(String)) },
    ]);
  });

  it('sends no faster than configured', async () => {
    const { smsc, carrier } = await bound(await openCarrier({ window: 50, throughput: 10 }));
    const before = Date.now();
    await carrier.submit(messages(9));
    await until('all are sent', () => smsc.submits.length === 9);
    expect(Date.now() - before).toBeGreaterThanOrEqual(700);
  });

  it('leaves at most one window of submits unknown if the carrier stalls', async () => {
    let isStalled = false;
    const { smsc, carrier, responses, errors } = await bound(
      await openCarrier(
        { window: 4, response_timeout: 1, enquire_link: 3600 },
        { isStalled: () => isStalled },
      ),
    );
    isStalled = true;
    await carrier.submit(messages(12));
    await until('the link is abandoned', () => errors.length > 0);
    const listIds = (kind: string) =>
      new Set(
        responses.flatMap(({ messageId, result }) => (result.kind === kind ? [messageId] : [])),
      );
    await until('the other messages wait again', () => listIds('unsent').size === 8);
    expect(errors[0]).toContain('The carrier does not respond to submits');
    expect(listIds('accepted').size).toBe(4);
    expect(smsc.submits).toEqual([]);
  });

  it('sends one submit after a lost link, until the carrier responds to it', async () => {
    let isAnswering = false;
    const { smsc, carrier, responses } = await bound(
      await openCarrier({ window: 3 }, { plan: () => (isAnswering ? {} : { status: null }) }),
    );
    await carrier.submit(messages(3));
    await until('the window is full', () => smsc.submits.length === 3);
    smsc.drop();
    await until('the carrier is bound again', () => carrier.capacity() > 0);
    expect(carrier.capacity()).toBe(1);
    await carrier.submit(messages(3));
    await until('one submit is sent', () => smsc.submits.length === 4);
    // The response to this text comes over the link after any other submit.
    await smsc.deliver({ from: '13125550001', to: '13125551234', octets: Buffer.from('Hi') });
    expect(smsc.submits).toHaveLength(4);
    isAnswering = true;
    smsc.drop();
    await until('capacity is free again', () => carrier.capacity() > 0);
    await carrier.submit(messages(1));
    await until(
      'the submit gets a response',
      () => responses.at(-1)?.result.kind === 'accepted' && carrier.capacity() === 3,
    );
  });

  it.each([
    ['responds to no submit', null],
    ['has a system error for every submit', 0x08],
    ['has a temporary error for every submit', 0x64],
  ])('opens its circuit if the carrier keeps the link but %s', async (_, broken) => {
    let status: number | null = broken;
    const { smsc, carrier, responses } = await bound(
      await openCarrier({ window: 6, response_timeout: 1 }, { plan: () => ({ status }) }),
    );
    await carrier.submit(messages(2));
    await until('the first ones have results', () => responses.length === 2);
    expect(carrier.circuit().isOpen).toBe(false);
    await carrier.submit(messages(1));
    await until('the circuit opens', () => carrier.circuit().isOpen);
    await until('one message may test the carrier', () => carrier.capacity() > 0);
    expect([carrier.capacity(), carrier.circuit().isOpen]).toEqual([1, true]);
    await carrier.submit(messages(1));
    await until('the test fails', () => responses.length === 4);
    await until('another one may test it', () => carrier.capacity() > 0);
    status = 0;
    await carrier.submit(messages(1));
    await until('the circuit closes', () => !carrier.circuit().isOpen);
    await until('the whole window is free', () => carrier.capacity() === 6);
    expect([smsc.submits.length, smsc.binds.length]).toEqual([5, 1]);
  });

  it('keeps the messages while the carrier reports a status about the account, and opens its circuit', async () => {
    let status = 0x400;
    const { carrier, responses, errors } = await bound(
      await openCarrier(
        { window: 3, statuses: { '0x400': 'account', ESME_RINVDSTADR: 'no_route' } },
        { plan: () => ({ status }) },
      ),
    );
    await carrier.submit(messages(3));
    await until('the circuit opens', () => carrier.circuit().isOpen);
    await until('each message has a result', () => responses.length === 3);
    for (const { result } of responses)
      expect(result).toEqual({
        ...{ kind: 'unsent', retryAfterMs: 1_000 },
        // The code is about the operator's account.
        attempt: { result: 'temporary_error' },
      });
    expect(errors[0]).toContain('refuses the account or the settings: 0x00000400');
    status = 0x0b;
    await until('a message may test the carrier', () => carrier.capacity() > 0);
    await carrier.submit(messages(1));
    await until('it is refused', () => responses.length === 4);
    expect(responses[3]!.result).toEqual({
      ...{ kind: 'refused', error: 'no_route', carrierCode: 'ESME_RINVDSTADR' },
    });
    expect(carrier.circuit().isOpen).toBe(false);
  });

  it('pauses for longer each time that a message tests a carrier with an error', async () => {
    const arrivedAt: number[] = [];
    const plan = () => {
      arrivedAt.push(performance.now());
      return { status: 0x08 };
    };
    const { carrier } = await bound(await openCarrier({ window: 3 }, { plan }));
    for (const count of [3, 4, 5, 6]) {
      await carrier.submit(messages(count === 3 ? 3 : 1));
      await until('the carrier has the messages', () => arrivedAt.length === count);
      await until('a message may test the carrier', () => carrier.capacity() > 0);
    }
    // A busy machine can only make the pauses look longer.
    for (const [at, leastMs] of [450, 950, 1_950].entries())
      expect(arrivedAt[at + 3]! - arrivedAt[at + 2]!).toBeGreaterThan(leastMs);
  });

  it('stays in use if the carrier has a temporary error for single messages', async () => {
    const { carrier, responses } = await bound(
      await openCarrier(
        { window: 1 },
        { plan: ({ count }) => (count % 3 ? { status: 0x64 } : {}) },
      ),
    );
    for (const count of [1, 2, 3, 4, 5, 6]) {
      await carrier.submit(messages(1));
      await until('there is a result', () => responses.length === count);
      expect(carrier.circuit()).toEqual({ isOpen: false, retryInMs: 0 });
    }
  });

  it('stays in use if the carrier has a temporary error for each later part of one text', async () => {
    const { smsc, carrier } = await bound(
      await openCarrier({}, { plan: ({ count }) => (count > 1 ? { status: 0x64 } : {}) }),
    );
    await carrier.submit(messages(1, { text: 'Long '.repeat(150), segments: 5 }));
    await until('the carrier has refused each part', () => smsc.submits.length > 5);
    expect(carrier.circuit()).toEqual({ isOpen: false, retryInMs: 0 });
    expect(carrier.capacity()).toBeGreaterThan(0);
  });

  it('stays in use if a link with many submits breaks once', async () => {
    let status: number | null = null;
    const { smsc, carrier, responses } = await bound(
      await openCarrier({ window: 5 }, { plan: () => ({ status }) }),
    );
    await carrier.submit(messages(5));
    await until('the window is full', () => smsc.submits.length === 5);
    smsc.drop();
    await until('each submit has a result', () => responses.length === 5);
    await until('the carrier is bound again', () => carrier.capacity() > 0);
    expect(carrier.circuit()).toEqual({ isOpen: false, retryInMs: 0 });
    status = 0;
    await carrier.submit(messages(1));
    await until('the whole window is free', () => carrier.capacity() === 5);
  });

  it('opens its circuit if each link breaks before the response', async () => {
    const { smsc, carrier, responses } = await bound(
      await openCarrier({}, { plan: ({ count }) => (count <= 3 ? { drops: 'reset' } : {}) }),
    );
    for (const count of [1, 2, 3]) {
      await until('there is capacity', () => carrier.capacity() > 0);
      await carrier.submit(messages(1));
      await until('the submit is lost', () => responses.length === count);
    }
    await until('the carrier is bound again', () => smsc.links() > 0);
    expect(carrier.circuit().isOpen).toBe(true);
    await until('one message may test the carrier', () => carrier.capacity() > 0);
    await carrier.submit(messages(1));
    await until('the circuit closes', () => !carrier.circuit().isOpen);
  });

  it('binds again if the carrier unbinds and never closes the connection', async () => {
    const { smsc, carrier, responses } = await bound(
      await openCarrier(
        { enquire_link: 3600 },
        { keepsOpen: true, plan: ({ count }) => (count === 1 ? { responseDelayMs: 300 } : {}) },
      ),
    );
    await carrier.submit(messages(1));
    await until('the message is sent', () => smsc.submits.length === 1);
    smsc.unbind();
    await until('the link accepts no messages', () => carrier.capacity() === 0);
    await until('the carrier is bound again', () => carrier.capacity() > 0);
    await carrier.submit(messages(1));
    await until('the next message is sent', () => responses.length === 2);
    // The response to the first message arrived before the connection was given up.
    expect(responses.map(({ result }) => result)).toEqual(
      ['1', '2'].map((id) => ({ kind: 'accepted', refs: [id] })),
    );
    expect(smsc.binds).toHaveLength(2);
  });

  it('binds again if the carrier has forgotten the bind, and keeps the message', async () => {
    let binds = 0;
    const { carrier, responses, errors } = await bound(
      await openCarrier(
        { enquire_link: 3600 },
        {
          bindStatus: () => (binds++, 0),
          plan: () => (binds === 1 ? { status: 0x04 } : {}),
        },
      ),
    );
    await carrier.submit(messages(1));
    await until('the message waits again', () => responses.length === 1);
    expect(responses[0]!.result).toMatchObject({
      kind: 'unsent',
      attempt: { result: 'temporary_error', code: 'ESME_RINVBNDSTS' },
    });
    await until('the carrier is bound again', () => binds === 2 && carrier.capacity() > 0);
    await carrier.submit(messages(1));
    await until('the message is sent', () => responses.length === 2);
    expect(responses[1]!.result).toEqual({ kind: 'accepted', refs: ['1'] });
    expect(errors).toEqual([expect.stringContaining('The carrier has forgotten the bind')]);
  });

  it('keeps a new link whose first submit gets a late response', async () => {
    const { smsc, carrier, responses } = await bound(
      await openCarrier(
        { window: 3, response_timeout: 1 },
        { plan: ({ count }) => (count === 1 ? { drops: 'reset' } : { responseDelayMs: 1_500 }) },
      ),
    );
    await carrier.submit(messages(1));
    await until('the first submit is lost', () => responses.length === 1);
    await until('the carrier is bound again', () => carrier.capacity() > 0);
    await carrier.submit(messages(1));
    await until('the response arrives after all', () =>
      responses.some(({ result }) => result.kind === 'accepted' && result.refs[0] !== null),
    );
    expect(smsc.binds).toHaveLength(2);
  });

  it('frees the slot of a submit without a response if later submits get one, and stays connected', async () => {
    const { smsc, carrier, responses } = await bound(
      await openCarrier(
        { window: 2, response_timeout: 1 },
        { plan: ({ count }) => (count === 1 ? { status: null } : { responseDelayMs: 10 }) },
      ),
    );
    await carrier.submit(messages(6));
    await until('each submit has a result', () => responses.length === 6);
    await until('the whole window is free', () => carrier.capacity() === 2);
    expect(responses.every(({ result }) => result.kind === 'accepted')).toBe(true);
    expect(smsc.submits).toHaveLength(6);
    expect(smsc.binds).toHaveLength(1);
  });

  it('reports the late response to one part of a long text after the result of all parts', async () => {
    const { carrier, responses } = await bound(
      await openCarrier(
        { response_timeout: 1 },
        {
          plan: ({ count }) =>
            [{ responseDelayMs: 1_200 }, { status: 0x58 }, { responseDelayMs: 200 }][count - 1]!,
        },
      ),
    );
    await carrier.submit(messages(1, { text: 'Long '.repeat(50), segments: 2 }));
    await until('the late response is there', () => responses.length === 2);
    expect(responses.map(({ result }) => result)).toEqual([
      { kind: 'accepted', refs: [null, '2'] },
      { kind: 'accepted', refs: ['1'] },
    ]);
  });

  it.each([['the link is down'], ['the carrier is at its limit']])(
    'gives up the rest of a long text when it expires while %s',
    async (reason) => {
      const { smsc, carrier, responses, receipts } = await bound(
        await openCarrier({}, { plan: ({ count }) => (count > 1 ? { status: 0x58 } : {}) }),
      );
      const expiresAt = new Date(now.getTime() + 1_200);
      await carrier.submit(messages(1, { text: 'Long '.repeat(50), segments: 2, expiresAt }));
      await until('the carrier has the first part', () => smsc.submits.length === 2);
      if (reason === 'the link is down') await smsc.close();
      await until('the message has a result', () => responses.length === 1);
      expect(responses[0]!.result).toEqual({ kind: 'accepted', refs: ['1', null] });
      expect(receipts.filter(({ outcome }) => outcome !== 'delivered')).toEqual([
        { ref: 'msg_0-2', outcome: 'unavailable', code: expect.any(String) },
      ]);
      expect(carrier.pending()).toEqual([]);
    },
  );

  it.each([
    ['has a temporary error', 8, '1'],
    ['does not respond', null, null],
  ])(
    'gives up the rest of a long text when it stops and the carrier %s',
    async (_, status, ref) => {
      const { smsc, carrier, responses, receipts } = await bound(
        await openCarrier({}, { plan: ({ count }) => (ref && count === 1 ? {} : { status }) }),
      );
      const expiresAt = new Date(now.getTime() + 600_000);
      const text = 'Long '.repeat(50);
      await carrier.submit(messages(1, { text, segments: 2, attempts: 9, expiresAt }));
      await until('the carrier has the submits', () => smsc.submits.length === (ref ? 2 : 1));
      let isStopped = false;
      void carrier.stop().then(() => {
        isStopped = true;
      });
      await until('the carrier stops, and does not wait for the text', () => isStopped, 30);
      expect(responses.map(({ result }) => result)).toEqual([
        { kind: 'accepted', refs: [ref, null] },
      ]);
      expect(receipts.filter(({ outcome }) => outcome !== 'delivered')).toEqual([
        { ref: 'msg_0-2', outcome: 'unavailable', code: expect.any(String) },
      ]);
    },
  );

  it('distinguishes the parts of one long text from those of the next', async () => {
    const { smsc, carrier } = await bound(await openCarrier());
    await carrier.submit(
      messages(3, { text: 'Long '.repeat(50), to: '+13125560001', segments: 2 }),
    );
    await until('all parts are sent', () => smsc.submits.length === 6);
    const parts = Map.groupBy(smsc.submits, ({ octets }) => reference(octets));
    expect([...parts.values()].map((some) => some.length)).toEqual([2, 2, 2]);
  });

  it.each([
    [((2 * 24 + 3) * 60 + 4) * 60 + 5, '000002030405000R'],
    [86_400, '000001000000000R'],
    [31 * 86_400, '000031000000000R'],
    [59, '000000000100000R'],
  ])('says how long a message of %i seconds is valid', async (seconds, validity) => {
    const { smsc, carrier } = await bound(await openCarrier());
    await carrier.submit(messages(1, { expiresAt: new Date(now.getTime() + seconds * 1000) }));
    await until('the message is sent', () => smsc.submits.length === 1);
    expect(smsc.submits[0]!.validity).toBe(validity);
  });

  describe('over TLS', () => {
    const authorities = getCACertificates('default');
    afterEach(() => setDefaultCACertificates(authorities));
    const [one, other] = [makeAuthority(), makeAuthority()];
    const secure = (settings: Record<string, unknown>) =>
      openCarrier({ tls: true, ...settings }, { tls: one });

    it('trusts the configured authority', async () => {
      expect((await bound(await secure({ ca: one.ca }))).errors).toEqual([]);
    });

    it('trusts the authorities of the system in addition to the configured one', async () => {
      setDefaultCACertificates([...authorities, one.ca]);
      expect((await bound(await secure({ ca: other.ca }))).errors).toEqual([]);
    });

    it.each([['none'], ['another']])(
      'sends no password to a server of an unknown authority: %s',
      async (set) => {
        const { smsc, errors } = await secure(set === 'none' ? {} : { ca: other.ca });
        await until('the server is refused', () => errors.length > 1);
        expect(errors[0]).toMatch(/certificate/);
        expect(smsc.binds).toEqual([]);
      },
    );
  });

  describe('delivers texts', () => {
    const deliver = ({ smsc }: Opened, text: string, more = {}) =>
      smsc.deliver({ from: '13125550001', to: '13125551234', octets: Buffer.from(text), ...more });

    it('again if they could not be stored, and no others', async () => {
      let failures = 2;
      const refs: string[] = [];
      const opened = await bound(
        await openCarrier({}, {}, ({ text, ref }) => {
          if (text === 'Late') refs.push(ref);
          return text === 'Late' && failures-- > 0 ? 'postponed' : 'accepted';
        }),
      );
      await Promise.all(['One', 'Late', 'Two'].map((text) => deliver(opened, text)));
      expect(opened.texts.map(({ text }) => text).sort()).toEqual(['Late', 'One', 'Two']);
      expect(
        opened.smsc.responses.filter(({ text }) => text === 'Late').map(({ status }) => status),
      ).toEqual([0x64, 0x64, 0]);
      expect(opened.smsc.responses).toHaveLength(5);
      // The service does not know whether the text was stored before the failure, so the text keeps
      // its reference.
      expect(refs).toEqual([refs[0], refs[0], refs[0]]);
    });

    /** Delivers a text, which the service stores until the test calls `finish`. */
    const storeSlowly = async (text: string) => {
      const arrived = Promise.withResolvers<undefined>();
      const stored = Promise.withResolvers<InboxOutcome>();
      const opened = await bound(
        await openCarrier({}, {}, () => {
          arrived.resolve(undefined);
          return stored.promise;
        }),
      );
      void deliver(opened, text);
      await arrived.promise;
      return { opened, finish: () => stored.resolve('accepted') };
    };

    it.each([
      ['the service stops', ({ carrier }: Opened) => carrier.stop()],
      [
        'the carrier unbinds',
        ({ smsc }: Opened) => {
          smsc.unbind();
          return Promise.resolve();
        },
      ],
    ])('once, although %s while it is being stored', async (_when, leave) => {
      const { opened, finish } = await storeSlowly('One');
      const left = leave(opened);
      await sleep(100);
      finish();
      await left;
      // Without the response, the carrier would deliver the text again.
      await until('the carrier has the response', () => opened.smsc.responses.length > 0);
      expect(opened.smsc.responses).toEqual([{ text: 'One', status: 0 }]);
      expect(opened.texts.map(({ text }) => text)).toEqual(['One']);
    });

    it('later if it stops meanwhile', async () => {
      const { opened, finish } = await storeSlowly('One');
      const stopped = opened.carrier.stop();
      await sleep(50);
      void deliver(opened, 'Two');
      await until('the carrier keeps the next text', () => opened.smsc.responses.length > 0);
      finish();
      await stopped;
      expect(opened.texts.map(({ text }) => text)).toEqual(['One']);
      expect(opened.smsc.responses[0]).toEqual({ text: 'Two', status: 0x64 });
    });

    it('after one with malformed fields, which it does not deliver again', async () => {
      const opened = await bound(await openCarrier());
      // This field has two octets.
      const malformed = deliver(opened, 'One', { tlvs: [[tag.sarReference, Buffer.from([1])]] });
      await Promise.all([malformed, deliver(opened, 'Two')]);
      expect(opened.texts.map(({ text }) => text)).toEqual(['Two']);
      expect(opened.smsc.binds).toHaveLength(1);
      expect(opened.errors).toEqual([
        'Error: A text or a receipt has malformed fields, and is dropped',
      ]);
    });

    it('under IDs that may be those of other texts', async () => {
      const opened = await bound(await openCarrier());
      const id = [[tag.receiptedMessageId, Buffer.from('7\0')]];
      for (const text of ['One', 'Two', 'One']) await deliver(opened, text, { tlvs: id });
      const [first, second, again] = opened.texts.map(({ ref }) => ref);
      expect(second).not.toBe(first);
      expect(again).toBe(first);
    });

    const partsTo =
      ({ smsc }: Opened) =>
      (from: string, reference: number, [parts, number]: [number, number], text: string) =>
        smsc.deliver({
          from,
          to: '13125551234',
          esmClass: 0x40,
          octets: Buffer.concat([
            Buffer.from([5, 0, 3, reference, parts, number]),
            Buffer.from(text),
          ]),
        });
    /** Delivers a part of a text whose sender always uses the same reference. */
    const deliverHalf = (opened: Opened, number: number, text: string) =>
      partsTo(opened)('13125550013', 7, [2, number], text);
    const deliverTwo = (opened: Opened) =>
      Promise.all(
        ['one, ', 'two', 'three, ', 'four'].map((text, at) =>
          deliverHalf(opened, 1 + (at % 2), text),
        ),
      );

    it('in parts that all have the same reference', async () => {
      const opened = await bound(await openCarrier());
      await deliverHalf(opened, 1, 'The rest is missing. ');
      await deliverTwo(opened);
      expect(opened.texts.map(({ text }) => text)).toEqual([
        'The rest is missing. ',
        'one, two',
        'three, four',
      ]);
      expect(new Set(opened.texts.map(({ ref }) => ref)).size).toBe(3);
    });

    it('in parts of which the first could not be stored', async () => {
      let failures = 0;
      const db = store.db.withPlugin({
        transformQuery: ({ node }) => {
          if (failures-- > 0) throw new Error('The database is away');
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      });
      const opened = await bound(await openCarrier({}, {}, undefined, db));
      // The service tries to store a batch, and then each part.
      failures = 2;
      await deliverTwo(opened);
      expect(opened.errors).toHaveLength(1);
      expect(opened.texts.map(({ text }) => text)).toEqual(['one, two', 'three, four']);
    });

    it('in parts that are mixed with those of others', async () => {
      const opened = await bound(await openCarrier());
      const part = partsTo(opened);
      const [ann, bob] = ['13125550011', '13125550012'];
      await part(ann, 1, [2, 1], 'Ann 1, ');
      await part(bob, 1, [2, 2], 'Bob 2');
      await part(ann, 2, [2, 2], 'other 2');
      await part(ann, 1, [3, 2], 'three 2, ');
      await part(bob, 1, [2, 1], 'Bob 1, ');
      await part(ann, 1, [3, 3], 'three 3');
      await part(ann, 2, [2, 1], 'other 1, ');
      await part(ann, 1, [3, 1], 'three 1, ');
      await part(ann, 1, [2, 2], 'Ann 2');
      expect(opened.texts.map(({ from, text }) => [from, text])).toEqual([
        [`+${bob}`, 'Bob 1, Bob 2'],
        [`+${ann}`, 'other 1, other 2'],
        [`+${ann}`, 'three 1, three 2, three 3'],
        [`+${ann}`, 'Ann 1, Ann 2'],
      ]);
      expect(new Set(opened.texts.map(({ ref }) => ref)).size).toBe(4);
    });
  });

  describe('the joiner of long texts', () => {
    const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
    const newJoiner = (carrier: string, parts: number) => {
      const joiner = createJoiner(store.db, carrier, 'gsm7');
      const part = (number: number, text: string): IncomingPart => ({
        from: '+13125550021',
        to: '+13125551234',
        octets: Buffer.from(text),
        dataCoding: 0,
        id: undefined,
        long: { reference: 9, parts, part: number },
      });
      /** Stores a part, and returns the text that it completes. */
      const take = async (one: IncomingPart, at: Date) => {
        await joiner.store([one], at);
        const { joined } = await joiner.complete([one]);
        await joiner.markJoined(joined, at);
        return joined.map(({ text }) => text.text).join();
      };
      const abandon = async (at: Date) => {
        const joined = await joiner.abandoned(at);
        await joiner.markJoined(joined, at);
        return joined.map(({ text }) => text.text);
      };
      return { joiner, part, take, abandon };
    };

    it('joins the existing parts when the last one is an hour old', async () => {
      const { joiner, part } = newJoiner('gaps', 4);
      await joiner.store([part(4, 'end')], minutes(0));
      await joiner.store([part(1, 'Begin, ')], minutes(50));
      expect(await joiner.abandoned(minutes(61))).toEqual([]);
      expect(await joiner.abandoned(minutes(109))).toEqual([]);
      const given = await joiner.abandoned(minutes(111));
      expect(given.map(({ text }) => text.text)).toEqual(['Begin, end']);
      // The text is returned again under the same reference until it is accepted.
      expect((await joiner.abandoned(minutes(111)))[0]!.text.ref).toBe(given[0]!.text.ref);
      await joiner.markJoined(given, minutes(111));
      expect(await joiner.abandoned(minutes(500))).toEqual([]);
    });

    it('keeps a part that arrives while a text is stored', async () => {
      const { joiner, part, take, abandon } = newJoiner('meanwhile', 2);
      await joiner.store([part(1, 'one, ')], minutes(0));
      const existing = await joiner.abandoned(minutes(61));
      await joiner.store([part(2, 'two')], minutes(61));
      const { joined: whole } = await joiner.complete([part(2, 'two')]);
      expect(whole[0]!.text.ref).not.toBe(existing[0]!.text.ref);
      await joiner.markJoined(existing, minutes(61));
      expect(await abandon(minutes(122))).toEqual(['two']);
      await take(part(1, 'ONE, '), minutes(130));
      await joiner.store([part(2, 'TWO')], minutes(130));
      const next = part(1, 'next, ');
      const [here, there] = [
        await joiner.complete([part(2, 'TWO')]),
        await joiner.complete([part(2, 'TWO')]),
      ];
      await joiner.store([next], minutes(130));
      await joiner.markJoined(here.joined, minutes(130));
      expect(await joiner.complete([next])).toEqual({ joined: [], left: [next] });
      await take(next, minutes(130));
      await joiner.markJoined(there.joined, minutes(130));
      expect(await take(part(2, 'text'), minutes(130))).toBe('next, text');
    });

    it('ignores a part that comes again within minutes, and then forgets the text', async () => {
      const { part, take, abandon } = newJoiner('repeats', 2);
      await take(part(1, 'one, '), minutes(0));
      expect(await take(part(2, 'two'), minutes(0))).toBe('one, two');
      expect(await take(part(2, 'two'), minutes(1))).toBe('');
      expect(await take(part(1, 'one, '), minutes(1))).toBe('');
      expect(await abandon(minutes(62))).toEqual([]);
      const { rows } = await sql`select from incoming_part where carrier = 'repeats'`.execute(
        store.db,
      );
      expect(rows).toEqual([]);
      await take(part(1, 'one, '), minutes(63));
      expect(await take(part(2, 'two'), minutes(63))).toBe('one, two');
    });

    it('returns the same text each time that somebody sends it again', async () => {
      const { part, take } = newJoiner('alarms', 2);
      for (const at of [0, 6, 30, 80, 130]) {
        await take(part(1, 'Pump 1 '), minutes(at));
        expect(await take(part(2, 'is dry'), minutes(at))).toBe('Pump 1 is dry');
        // The time in which a part counts as a repeat does not start again.
        expect(await take(part(2, 'is dry'), minutes(at + 4))).toBe('');
      }
    });

    it.each([[[1, 2]], [[2, 1]]])(
      'joins the next text under the same reference if one of its parts is the same, in the order %j',
      async (order) => {
        const { part, take, abandon } = newJoiner(`reuses-${order.join('-')}`, 2);
        const next = { 1: part(1, 'one, '), 2: part(2, 'other') };
        await take(part(1, 'one, '), minutes(0));
        await take(part(2, 'two'), minutes(0));
        for (const number of order) expect(await take(next[number as 1 | 2], minutes(0))).toBe('');
        // A different part can still show that the same part was a repeat.
        expect(await abandon(minutes(0.4))).toEqual([]);
        expect(await abandon(minutes(0.6))).toEqual(['one, other']);
        expect(await abandon(minutes(62))).toEqual([]);
      },
    );

    it('does not mix a part that comes again with the next text', async () => {
      const { part, take, abandon } = newJoiner('mixes', 2);
      await take(part(1, 'one, '), minutes(0));
      await take(part(2, 'two'), minutes(0));
      await take(part(2, 'two'), minutes(1));
      expect(await take(part(1, 'next, '), minutes(1))).toBe('');
      expect(await take(part(2, 'text'), minutes(1.1))).toBe('next, text');
      await take(part(2, 'text'), minutes(2));
      await take(part(1, 'Last, '), minutes(4));
      expect(await abandon(minutes(5))).toEqual([]);
      expect(await abandon(minutes(65))).toEqual(['Last, ']);
    });

    it('keeps a repeat that may belong to a new text as long as this text is incomplete', async () => {
      const { part, take, abandon } = newJoiner('keeps', 3);
      for (const number of [1, 2, 3]) await take(part(number, `${number} `), minutes(0));
      await take(part(1, '1 '), minutes(4));
      await take(part(2, 'two'), minutes(4));
      expect(await abandon(minutes(30))).toEqual([]);
      expect(await abandon(minutes(65))).toEqual(['1 two']);
    });

    it('keeps a part that arrives while it deletes the parts of an old text', async () => {
      const { joiner, part, take } = newJoiner('deletes', 2);
      await take(part(1, 'one, '), minutes(0));
      await take(part(2, 'two'), minutes(0));
      const arriving = [part(1, 'next, ')];
      const slowDb = store.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          await joiner.store(arriving.splice(0), minutes(62));
          return result;
        },
      });
      await createJoiner(slowDb, 'deletes', 'gsm7').abandoned(minutes(62));
      expect(arriving).toEqual([]);
      expect(await take(part(2, 'text'), minutes(62))).toBe('next, text');
    });
  });

  it('recognizes a text without an ID that is delivered again after a failure', () => {
    const refs = createTextRefs();
    const text = (said: string, from = '+13125550031'): IncomingPart => ({
      from,
      to: '+13125551234',
      octets: Buffer.from(said),
      dataCoding: 0,
      id: undefined,
      long: undefined,
    });
    const first = refs.of(text('Hi'));
    expect(refs.of(text('Hi'))).not.toBe(first);
    refs.keep(text('Hi'), first);
    expect(refs.of(text('Ho'))).not.toBe(first);
    expect(refs.of(text('Hi', '+13125550032'))).not.toBe(first);
    expect(refs.of(text('Hi'))).toBe(first);
    expect(refs.of(text('Hi'))).not.toBe(first);
  });
});

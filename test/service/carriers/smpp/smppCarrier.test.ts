import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message } from '@textloom/shared/contract';
import { openFolder } from '../../harness/database.ts';
import { handset, openHarness, type Account, type Harness } from '../../harness/harness.ts';
import { openSmsc, tag, type Plan, type Smsc, type Submitted } from './smsc.ts';
import { until } from '../../harness/until.ts';

const refusal = 0x45;
const throttled = 0x58;
const wrongPassword = 0x0e;

/** Creates a key and a certificate for 127.0.0.1 that no authority knows. */
function makeCertificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'textloom-tls-'));
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-keyout',
        key,
        '-out',
        cert,
        ...subject,
      ],
      { stdio: 'pipe' },
    );
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('a carrier over SMPP', () => {
  let harness: Harness;
  let account: Account;
  let smsc: Smsc;
  let secure: Smsc;
  let reserved: Smsc;
  let isLocked = true;
  let isEchoing = true;
  /** Maps recipients, without their plus sign, to plans. */
  const plans = new Map<string, (submitted: Submitted, times: number) => Plan>();
  const times = new Map<string, number>();

  beforeAll(async () => {
    const certificate = makeCertificate();
    smsc = await openSmsc({
      plan: (submitted) => {
        const { to } = submitted;
        times.set(to, (times.get(to) ?? 0) + 1);
        return plans.get(to)?.(submitted, times.get(to)!) ?? {};
      },
      idInResponse: (accepted) => `00${(accepted + 0xab00).toString(16).toUpperCase()}`,
      idInReceipt: (accepted) => String(accepted + 0xab00),
      echoesReference: () => isEchoing,
    });
    secure = await openSmsc({ tls: certificate });
    reserved = await openSmsc({ bindStatus: () => (isLocked ? wrongPassword : 0) });
    const common = { host: 'localhost', system_id: 'textloom', password: 'secret' };
    harness = await openHarness(openFolder, {
      CARRIERS: JSON.stringify([
        { type: 'handset', routes: { prefixes: ['+1202555'] } },
        {
          ...common,
          name: 'acme',
          port: smsc.port,
          system_type: 'test',
          enquire_link: 1,
          response_timeout: 2,
          routes: { prefixes: ['+1'] },
          numbers: ['+13125551234', '24680', 'ACME'],
        },
        {
          ...common,
          name: 'secure',
          port: secure.port,
          tls: true,
          ca: certificate.cert,
          long_messages: 'sar',
          throughput: 50,
          routes: { prefixes: ['+49'] },
        },
        {
          ...common,
          name: 'reserved',
          port: reserved.port,
          alphabet: 'latin1',
          routes: { prefixes: ['+43'] },
        },
      ]),
    });
    account = harness.account();
  });
  afterAll(async () => {
    await harness.close();
    await Promise.all([smsc, secure, reserved].map(({ close }) => close()));
  });
  afterEach(() => expect(harness.faults.splice(0)).toEqual([]));

  let phones = 0;
  const newPhone = () => `+1312${5_550_000 + ++phones}`;
  const plan = (phone: string, does: (submitted: Submitted, times: number) => Plan) =>
    plans.set(phone.slice(1), does);
  const send = (to: string, text = 'Hello', more = {}) =>
    account.client.message.send({ to, text, ...more });
  const submitsTo = (phone: string, { submits } = smsc) =>
    submits.filter(({ to }) => to === phone.slice(1));
  const getPart = ({ octets }: Submitted) => octets[5];
  const long = 'Long '.repeat(50);
  const undelivered = { status: 'undelivered', error: { code: 'carrier_rejected' } };

  it('is bound as configured, and gets enquiries on the link', async () => {
    await until('the carrier gets an enquiry', () => smsc.enquiries() > 0);
    expect(smsc.binds[0]).toEqual({
      systemId: 'textloom',
      password: 'secret',
      systemType: 'test',
    });
  });

  it('accepts a message with all its fields, and reports its delivery', async () => {
    const phone = newPhone();
    const { id } = await send(phone, 'Grüße @ €5', { ttl: 3_600 });
    expect(await account.reaches(id)).toMatchObject({ status: 'delivered' });
    expect((await account.eventsOf(id)).map(({ type }) => type)).toEqual([
      'message.sent',
      'message.delivered',
    ]);
    const [submit, ...others] = submitsTo(phone);
    expect(others).toEqual([]);
    expect(submit).toMatchObject({
      from: account.number.slice(1),
      sourceTon: 1,
      registered: 1,
      dataCoding: 0,
      octets: Buffer.from('47727e1e6520002 01b6535'.replaceAll(' ', ''), 'hex'),
      validity: expect.stringMatching(/^000000(0100|0059)\d\d000R$/),
    });
  });

  it.each([
    ['gsm7', long, 2],
    ['ucs2', 'Привет '.repeat(20), 3],
  ])(
    'accepts a long text in %s in parts, and delivers it with the last part',
    async (_, text, count) => {
      const phone = newPhone();
      plan(phone, (submitted) => ({
        receipts: [{ afterMs: getPart(submitted) === 1 ? 1_500 : 1, stat: 'DELIVRD' }],
      }));
      const { id, segments } = await send(phone, text);
      expect(segments).toBe(count);
      await until('all parts are submitted', () => submitsTo(phone).length === count);
      expect((await account.reaches(id, 'sent')).status).toBe('sent');
      expect(await account.reaches(id)).toMatchObject({ status: 'delivered' });
      expect(submitsTo(phone).map(getPart).sort()).toEqual([1, 2, 3].slice(0, count));
    },
  );

  it('fails a message as a whole if its first part is refused', async () => {
    const phone = newPhone();
    plan(phone, () => ({ status: refusal }));
    const { id } = await send(phone, long);
    expect(await account.reaches(id)).toMatchObject({
      status: 'failed',
      error: { code: 'carrier_rejected', carrier_code: 'ESME_RSUBMITFAIL' },
    });
    expect(submitsTo(phone)).toHaveLength(1);
  });

  it('does not deliver a long text if a later part is refused', async () => {
    const phone = newPhone();
    plan(phone, (submitted) => (getPart(submitted) === 2 ? { status: refusal } : {}));
    const { id } = await send(phone, long);
    expect(await account.reaches(id)).toMatchObject(undelivered);
    expect(submitsTo(phone)).toHaveLength(2);
  });

  it('gets throttled messages again after a while, part by part', async () => {
    const [short, longer] = [newPhone(), newPhone()];
    plan(short, (_, times) => (times < 3 ? { status: throttled } : {}));
    plan(longer, (submitted, times) =>
      getPart(submitted) === 2 && times < 4 ? { status: throttled } : {},
    );
    const sent = [await send(short), await send(longer, long)];
    for (const { id } of sent)
      expect(await account.reaches(id)).toMatchObject({ status: 'delivered' });
    expect(submitsTo(short).map(({ status }) => status)).toEqual([throttled, throttled, 0]);
    expect(submitsTo(longer).map(getPart)).toEqual([1, 2, 2, 2]);
  });

  it('keeps the order of the messages to one recipient', async () => {
    const phone = newPhone();
    plan(phone, (_, times) => (times === 2 ? { status: throttled } : { responseDelayMs: 50 }));
    const texts = ['1', '2', '3', '4', '5'];
    const { results } = await account.client.message.sendBatch({
      messages: texts.map((text) => ({ to: phone, text })),
    });
    for (const { message } of results) await account.reaches(message!.id);
    const accepted = submitsTo(phone).filter(({ status }) => status === 0);
    expect(accepted.map(({ octets }) => octets.toString())).toEqual(texts);
  });

  it('reconnects after its link breaks, and then gets waiting messages', async () => {
    const before = smsc.binds.length;
    smsc.drop();
    const { id } = await send(newPhone());
    expect(await account.reaches(id)).toMatchObject({ status: 'delivered' });
    expect(smsc.binds.length).toBeGreaterThan(before);
  });

  it('gets nothing while it refuses the login, and loses nothing', async () => {
    const phone = '+43123456789';
    const { id } = await send(phone);
    await until('two logins have failed', () => reserved.binds.length > 1);
    expect((await account.client.message.get({ id })).status).toBe('queued');
    isLocked = false;
    expect(await account.reaches(id)).toMatchObject({ status: 'delivered' });
    expect(submitsTo(phone, reserved)).toHaveLength(1);
  });

  it('gets as many parts of a text as the message says, in an alphabet without the euro sign', async () => {
    const preview = (to: string, text: string, more = {}) =>
      account.client.message.preview({ to, text, ...more });
    const to = '+436641234567';
    const euros = 'Nur 10 € '.repeat(10);
    expect(await preview('+13125550199', euros)).toMatchObject({ encoding: 'gsm7', segments: 1 });
    expect(await preview(to, 'Grüße {@} '.repeat(10))).toMatchObject({ encoding: 'gsm7' });
    expect(await preview(to, euros)).toMatchObject({ encoding: 'ucs2', segments: 2 });
    expect(await preview(to, euros, { encoding: 'gsm7' })).toMatchObject({
      would_send: false,
      problem: { errors: [{ pointer: '/text', code: 'not_gsm7' }] },
    });
    isLocked = false;
    expect(await send(to, euros)).toMatchObject({ encoding: 'ucs2', segments: 2 });
    await until('it gets both parts', () => submitsTo(to, reserved).length === 2);
    expect(submitsTo(to, reserved).map(({ dataCoding }) => dataCoding)).toEqual([8, 8]);
  });

  it('gets as many parts of an automatic reply as the message says, too', async () => {
    isLocked = false;
    const from = '+436641234568';
    const help = 'Nur 10 € '.repeat(10).trim();
    await account.client.account.update({ replies: [{ language: 'en', help }] });
    const octets = Buffer.from('Help');
    await reserved.deliver({ from: from.slice(1), to: account.number.slice(1), octets });
    await until('it gets both parts', () => submitsTo(from, reserved).length === 2);
    const { data } = await account.client.message.list({ to: from });
    expect(data).toMatchObject([{ automatic: true, encoding: 'ucs2', segments: 2 }]);
    await account.client.account.update({ replies: [] });
  });

  it('is reached over TLS, at the configured rate and with the configured kind of long texts', async () => {
    const phone = '+4915112345678';
    const { id } = await send(phone, long);
    expect(await account.reaches(id)).toMatchObject({ status: 'delivered' });
    const submits = submitsTo(phone, secure);
    expect(submits.map(({ tlvs }) => tlvs.get(tag.sarNumber)![0])).toEqual([1, 2]);
    expect(submits.map(({ esmClass }) => esmClass)).toEqual([0, 0]);
  });

  describe('whose response is lost', () => {
    const lost = (plan: Plan = {}) => ({ drops: 'end' as const, ...plan });
    /** There must be only one submit, because a second one would arrive twice. */
    const isSentOnce = async ({ id, to }: Message) => {
      expect(submitsTo(to)).toHaveLength(1);
      return account.client.message.get({ id });
    };
    /** Waits for receipts that name no ID of a message, and until the service settles them. */
    const settlesReceipts = async (sent: readonly Message[]) => {
      await until(`${sent.length} receipts wait`, async () => {
        const { rows } = await harness.query('select from receipt where not matched');
        // On a busy machine, the service may have settled them before.
        return rows.length === sent.length || (await areFinal(sent));
      });
      // A late response could still explain a receipt that has just arrived.
      harness.setAhead(10_000);
    };
    const areFinal = async (sent: readonly Message[]) => {
      const found = await Promise.all(sent.map(({ id }) => account.client.message.get({ id })));
      return found.every(({ final_at }) => final_at !== null);
    };
    afterEach(() => harness.setAhead(0));

    it('has delivered a message if a receipt names its reference', async () => {
      const phones = [newPhone(), newPhone()];
      for (const phone of phones)
        plan(phone, () => lost({ receipts: [{ afterMs: 1_000, stat: 'DELIVRD' }] }));
      const sent = [await send(phones[0]!), await send(phones[1]!)];
      await settlesReceipts(sent);
      for (const message of sent) {
        await account.reaches(message.id);
        expect(await isSentOnce(message)).toMatchObject({ status: 'delivered' });
      }
    });

    it('settles a message by a receipt that can mean no other one', async () => {
      isEchoing = false;
      const phone = newPhone();
      plan(phone, () => lost({ receipts: [{ afterMs: 1_000, stat: 'UNDELIV' }] }));
      const message = await send(phone);
      await settlesReceipts([message]);
      await account.reaches(message.id);
      isEchoing = true;
      expect(await isSentOnce(message)).toMatchObject({ status: 'undelivered' });
    });

    it('leaves a message unconfirmed in the end, and does not get it again', async () => {
      const phone = newPhone();
      plan(phone, () => lost({ receipts: [] }));
      const message = await send(phone);
      await account.reaches(message.id, 'sent');
      harness.setAhead(5 * 86_400_000);
      await account.reaches(message.id);
      expect(await isSentOnce(message)).toMatchObject({
        status: 'unconfirmed',
        error: { code: 'no_receipt' },
      });
    });
  });

  describe('that responds late', () => {
    const late = { responseDelayMs: 2_500 };

    it('can still accept the message', async () => {
      const phone = newPhone();
      plan(phone, () => ({ ...late, receipts: [{ afterMs: 3_000, stat: 'DELIVRD' }] }));
      isEchoing = false;
      const { id } = await send(phone);
      await account.reaches(id, 'sent');
      expect(await account.reaches(id)).toMatchObject({ status: 'delivered' });
      isEchoing = true;
      expect(submitsTo(phone)).toHaveLength(1);
    });

    it('can still refuse the message', async () => {
      const phone = newPhone();
      plan(phone, () => ({ ...late, status: refusal }));
      const { id } = await send(phone);
      await account.reaches(id, 'sent');
      expect(await account.reaches(id)).toMatchObject(undelivered);
    });
  });

  it('may send receipts before its responses, twice and contradictory, and the first one counts', async () => {
    const phone = newPhone();
    plan(phone, () => ({
      responseDelayMs: 500,
      receipts: [
        { afterMs: 0, stat: 'UNDELIV' },
        { afterMs: 0, stat: 'UNDELIV' },
        { afterMs: 700, stat: 'DELIVRD' },
      ],
    }));
    const { id } = await send(phone);
    expect(await account.reaches(id)).toMatchObject({ status: 'undelivered' });
    const { id: next } = await send(phone);
    await account.reaches(next);
    expect((await account.eventsOf(id)).map(({ type }) => type)).toEqual([
      'message.sent',
      'message.undelivered',
    ]);
  });

  describe('delivers', () => {
    const received = (from: string) =>
      until('the text has arrived', async () => {
        const { data } = await account.client.message.list({ direction: 'inbound', from });
        return data[0];
      });
    const deliver = (from: string, octets: Buffer, more = {}) =>
      smsc.deliver({ from: from.slice(1), to: account.number.slice(1), octets, ...more });

    it('texts, which the service stores before it responds', async () => {
      const phone = newPhone();
      await deliver(phone, Buffer.from('041f04400438', 'hex'), { dataCoding: 8 });
      const { data } = await account.client.message.list({ direction: 'inbound', from: phone });
      expect(data).toMatchObject([{ text: 'При', status: 'received', to: account.number }]);
    });

    it('long texts in parts, which arrive in any order and twice', async () => {
      const phone = newPhone();
      const part = (number: number, text: string) =>
        deliver(phone, Buffer.concat([Buffer.from([5, 0, 3, 77, 3, number]), Buffer.from(text)]), {
          esmClass: 0x40,
        });
      for (const [number, text] of [
        [3, 'three'],
        [1, 'one, '],
        [1, 'one, '],
        [2, 'two, '],
      ] as const)
        await part(number, text);
      expect(await received(phone)).toMatchObject({ text: 'one, two, three' });
      await part(1, 'The next text has the same reference and ');
      await part(3, 'missing.');
      await part(2, 'nothing is ');
      await until('both texts are there', async () => {
        const { data } = await account.client.message.list({ direction: 'inbound', from: phone });
        return (
          data.length === 2 &&
          data[0]!.text === 'The next text has the same reference and nothing is missing.'
        );
      });
    });

    it('a long text once, even if its last part comes again, and the parts of one whose rest never arrives', async () => {
      const [phone, other] = [newPhone(), newPhone()];
      const part = (from: string, number: number) =>
        deliver(from, Buffer.from([5, 0, 3, 79, 2, number, 0x41]), { esmClass: 0x40 });
      const textsFrom = async (from: string) =>
        (await account.client.message.list({ direction: 'inbound', from })).data;
      await part(phone, 1);
      await part(phone, 2);
      await part(phone, 2);
      await part(other, 2);
      expect(await textsFrom(other)).toEqual([]);
      harness.setAhead(2 * 3_600_000);
      // Both numbers have a part of the same age, and only one of these parts is a text.
      expect(await received(other)).toMatchObject({ text: 'A' });
      harness.setAhead(0);
      expect(await textsFrom(phone)).toMatchObject([{ text: 'AA' }]);
    });

    it('STOP, and gets the only reply to it', async () => {
      const phone = newPhone();
      await deliver(phone, Buffer.from('Stop'));
      const { data } = await account.client.message.list({ to: phone });
      await account.reaches(data[0]!.id);
      expect(submitsTo(phone).map(({ octets }) => octets.toString())).toEqual([data[0]!.text]);
      await expect(send(phone)).rejects.toMatchObject({ code: 'recipient_opted_out' });
    });
  });

  it('is one of several carriers, each with its own messages', async () => {
    const toHandset = await send(handset(0, 202));
    expect(await account.reaches(toHandset.id)).toMatchObject({ status: 'delivered' });
    expect(await account.textsOn(handset(0, 202))).toHaveLength(1);
    await expect(send('+33612345678')).rejects.toMatchObject({
      code: 'no_route',
      message: 'No carrier is set up for this sender and this recipient.',
    });
  });

  it('never gets messages from a sender that the simulated carrier offers', async () => {
    expect(await account.client.number.provision({ number: 'YourBank' })).toMatchObject({
      type: 'alphanumeric',
    });
    const from = 'YourBank';
    await expect(send(newPhone(), 'Hello', { from })).rejects.toMatchObject({ code: 'no_route' });
    const { id } = await send(handset(1, 202), 'Hello', { from });
    expect(await account.reaches(id)).toMatchObject({ status: 'delivered' });
    expect(smsc.submits.filter((submit) => submit.from === from)).toEqual([]);
  });

  it('offers the configured numbers, short codes and names', async () => {
    const { data } = await account.client.number.available({ contains: '5551234' });
    expect(data).toMatchObject([{ number: '+13125551234', type: 'local' }]);
    const bought = await account.client.number.provision({ number: 'ACME' });
    expect(bought).toMatchObject({ type: 'alphanumeric', country: 'US' });
    const phone = newPhone();
    await account.reaches((await send(phone, 'From a name', { from: 'ACME' })).id);
    expect(submitsTo(phone)).toMatchObject([{ from: 'ACME', sourceTon: 5 }]);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Message } from '@textloom/shared/contract';
import { paginate } from '@textloom/shared/client';
import { openPostgres } from '../../service/harness/database.ts';
import { openHarness, type Account, type Harness } from '../../service/harness/harness.ts';
import {
  openSmsc,
  type Deliver,
  type Plan,
  type Smsc,
  type Submitted,
} from '../../service/carriers/smpp/smsc.ts';
import { until } from '../../service/harness/until.ts';

const temporary = 0x64;

describe('data from a carrier', () => {
  let harness: Harness;
  let account: Account;
  let smsc: Smsc;
  let database: pg.Client;
  let plan: (submitted: Submitted) => Plan = () => ({});
  /** Maps the n-th accepted message to an unusual ID in its response. */
  const oddIds = new Map<number, string>();
  let lastId = 0;
  beforeAll(async () => {
    smsc = await openSmsc({
      plan: (submitted) => plan(submitted),
      idInResponse: (count) => {
        lastId = Math.max(lastId, count);
        return oddIds.get(count) ?? String(count);
      },
      idInReceipt: String,
    });
    harness = await openHarness(
      async () => {
        const opened = await openPostgres();
        database = new pg.Client({ connectionString: opened.environment.DATABASE_URL });
        await database.connect();
        return opened;
      },
      {
        METRICS_PORT: '0',
        CARRIERS: JSON.stringify([
          {
            name: 'acme',
            host: '127.0.0.1',
            port: smsc.port,
            system_id: 'textloom',
            default_country: 'US',
          },
        ]),
      },
    );
    account = harness.account();
    // This makes the database refuse a text that contains an error code as long as the code is in
    // the table.
    await database.query(`
      create table refusal (code text primary key);
      create function refuse() returns trigger language plpgsql as $$
      declare refused text;
      begin
        select code into refused from refusal where new.text like '%' || code || '%';
        if refused is not null then raise exception 'Refused' using errcode = refused; end if;
        return new;
      end $$;
      create trigger refuse before insert on message for each row execute function refuse();
      create function refuse_id() returns trigger language plpgsql as $$
      declare refused text;
      begin
        select code into refused from refusal where lower(new.ref) like '%' || lower(code) || '%';
        if refused is not null then raise exception 'Refused' using errcode = refused; end if;
        return new;
      end $$;
      create trigger refuse_id before insert on part for each row execute function refuse_id();`);
    await until('the carrier is bound', () => smsc.links() > 0);
  });
  afterAll(async () => {
    await database.end();
    await harness.close();
    await smsc.close();
  });
  afterEach(() => expect(harness.faults.splice(0)).toEqual([]));

  let phones = 0;
  const newPhone = () => `+1312${5_560_000 + ++phones}`;
  const deliver = (from: string, octets: Buffer | string, more: Partial<Deliver> = {}) =>
    smsc.deliver({
      from: from.slice(1),
      to: account.number.slice(1),
      octets: Buffer.from(octets),
      ...more,
    });
  const textsFrom = async (from: string): Promise<Message[]> => {
    const found: Message[] = [];
    const filter = { direction: 'inbound', from, limit: 100 } as const;
    for await (const message of paginate(account.client.message.list, filter)) found.push(message);
    return found;
  };
  const refuse = (code: string) => database.query('insert into refusal values ($1)', [code]);
  const responsesTo = (text: string) =>
    smsc.responses.filter((response) => response.text === text).map(({ status }) => status);
  const readCount = async (kind: string, outcome: string): Promise<number> => {
    const text = await (await fetch(`${harness.metricsUrl!}/metrics`)).text();
    const series = `textloom_incoming_total{kind="${kind}",outcome="${outcome}"} `;
    const line = text.split('\n').find((one) => one.startsWith(series));
    return Number(line?.slice(series.length) ?? 0);
  };

  it('arrives once, next to texts with characters that the database cannot store', async () => {
    const [plain, binary] = [newPhone(), newPhone()];
    const deliveries = [
      ...Array.from({ length: 200 }, (_, at) => deliver(plain, `Text ${at}`)),
      ...Array.from({ length: 10 }, (_, at) =>
        deliver(binary, Buffer.from([0x41, 0x00, 0x30 + at, 0x00]), { dataCoding: 4 }),
      ),
    ];
    await Promise.all(deliveries);
    const texts = (await textsFrom(plain)).map(({ text }) => text);
    expect(texts.sort()).toEqual(Array.from({ length: 200 }, (_, at) => `Text ${at}`).sort());
    expect((await textsFrom(binary)).map(({ text }) => text).sort()).toEqual(
      Array.from({ length: 10 }, (_, at) => `A${at}`),
    );
  });

  it('is refused with a temporary error text by text, and then arrives once', async () => {
    const phone = newPhone();
    await refuse('40001');
    const late = deliver(phone, 'This one is late: 40001');
    const others = ['One', 'Two', 'Three'].map((text) => deliver(phone, text));
    await Promise.all(others);
    await until(
      'the late text was refused twice',
      () => responsesTo('This one is late: 40001').length > 1,
    );
    expect(responsesTo('This one is late: 40001')).toContain(temporary);
    for (const text of ['One', 'Two', 'Three']) expect(responsesTo(text)).toEqual([0]);
    await database.query('delete from refusal');
    await late;
    expect((await textsFrom(phone)).map(({ text }) => text).sort()).toEqual(
      ['One', 'This one is late: 40001', 'Three', 'Two'].sort(),
    );
  });

  it.each(['22021', '23514', '54000'])(
    'is acknowledged and counted if the database can never store it: %s',
    async (code) => {
      const phone = newPhone();
      await refuse(code);
      const before = await readCount('text', 'dropped');
      const [never, beside] = [`Never ${code}`, `Next ${code.slice(1)}`];
      for (const text of [never, beside]) void deliver(phone, text);
      await until(
        'both are acknowledged',
        () => responsesTo(never).length > 0 && responsesTo(beside).includes(0),
      );
      expect(responsesTo(never)).toEqual([0]);
      expect(await readCount('text', 'dropped')).toBe(before + 1);
      expect((await textsFrom(phone)).map(({ text }) => text)).toEqual([`Next ${code.slice(1)}`]);
      await database.query('delete from refusal');
    },
  );

  /**
   * Sends five messages at the same time. The first ones that the carrier accepts get these IDs,
   * and the others are delivered.
   */
  const sendFive = async (...ids: readonly string[]): Promise<void> => {
    ids.forEach((id, at) => oddIds.set(lastId + 1 + at, id));
    const first = smsc.submits.length + 1;
    plan = ({ count }) => (count < first + ids.length ? { receipts: [] } : {});
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => account.client.message.send({ to: newPhone(), text: 'Hi' })),
    );
    const statuses = () =>
      Promise.all(
        sent.map(async ({ id }) => (await account.client.message.get({ id })).status),
      ).then((all) => all.sort().join());
    const expected = [
      ...Array.from({ length: 5 - ids.length }, () => 'delivered'),
      ...ids.map(() => 'sent'),
    ].join();
    // This is sooner than the service looks for messages without a response.
    await until(
      'each message has its expected status',
      async () => (await statuses()) === expected,
      10,
    );
    plan = () => ({});
  };
  const longId = Array.from({ length: 3000 }, (_, at) => ((at * 7919) ** 2 % 36).toString(36));

  it('counts as a response even if the database cannot store its ID, and delays no other response', async () => {
    const before = await readCount('response', 'dropped');
    await sendFive('\x80odd', longId.join(''));
    expect(await readCount('response', 'dropped')).toBe(before);
  });

  it('counts as a response without an ID if the database can never store the ID', async () => {
    const before = await readCount('response', 'dropped');
    await refuse('22021');
    await sendFive('id-22021');
    expect(await readCount('response', 'dropped')).toBe(before + 1);
    await database.query('delete from refusal');
  });

  it('is retried response by response after a temporary failure', async () => {
    await refuse('40001');
    const before = await readCount('response', 'postponed');
    const sent = sendFive('id-40001');
    await until(
      'the response is postponed',
      async () => (await readCount('response', 'postponed')) > before,
    );
    await database.query('delete from refusal');
    await sent;
    const { rows } = await database.query("select 1 from part where ref = 'id-40001'");
    expect(rows).toHaveLength(1);
  });

  const optedOut = { code: 'recipient_opted_out' };
  const send = (to: string) => account.client.message.send({ to, text: 'Hello' });
  const isBarred = (to: string) => expect(send(to)).rejects.toMatchObject(optedOut);

  it('counts as a text if a person typed a receipt, and changes no message', async () => {
    const [phone, other] = [newPhone(), newPhone()];
    plan = () => ({ receipts: [] });
    const { id } = await send(phone);
    await account.reaches(id, 'sent');
    const whole = (id: string) =>
      `id:${id} sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 stat:UNDELIV err:001 text:`;
    const ref = String(smsc.submits.length);
    for (const from of [phone, other]) await deliver(from, whole(ref));
    // Even if it is marked as a receipt, it must name the addresses of the message.
    await deliver(other, whole(ref), { esmClass: 4 });
    expect((await textsFrom(phone)).map(({ text }) => text)).toEqual([whole(ref)]);
    expect((await textsFrom(other)).map(({ text }) => text)).toEqual([whole(ref)]);
    expect((await account.client.message.get({ id })).status).toBe('sent');
    await deliver(phone, whole(ref).replace('UNDELIV', 'DELIVRD'), { esmClass: 4 });
    expect(await account.reaches(id)).toMatchObject({ status: 'delivered' });
    plan = () => ({});
  });

  it('counts as a STOP to the intended number, even in its national form', async () => {
    const phone = newPhone();
    await smsc.deliver({
      from: phone.slice(2),
      sourceTon: 2,
      to: account.number.slice(2),
      destinationTon: 2,
      octets: Buffer.from('STOP'),
    });
    await isBarred(phone);
  });

  it.each([
    ['+5491123456789', '+541123456789'],
    ['+525512345678', '+5215512345678'],
    ['+5511987654321', '+551187654321'],
  ])('counts as a STOP or a START for both spellings of a number: %s', async (one, other) => {
    const phones = [one, other].filter((phone) => !phone.startsWith('+521'));
    await account.client.contact.upsert({ phone: phones[0]! });
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const waiting = await account.client.message.send({
      to: phones[0]!,
      text: 'Hi',
      send_at: later,
    });
    for (const [stops, starts] of [
      [other, one],
      [one, other],
    ] as const) {
      await deliver(stops, 'STOP');
      for (const phone of phones) await isBarred(phone);
      expect((await account.client.contact.get({ id: phones[0]! })).status).toBe('opted_out');
      await deliver(starts, 'START');
      for (const phone of phones) await account.reaches((await send(phone)).id);
    }
    expect(await account.reaches(waiting.id)).toMatchObject({
      status: 'failed',
      error: optedOut,
    });
  });

  it('is acknowledged if it is a receipt, whatever it contains, and so are the receipts next to it', async () => {
    const receipts = ['a\0b', 'x'.repeat(60), '7'].map((id) =>
      deliver(newPhone(), `id:${id} stat:DELIVRD err:0\0`, { esmClass: 4 }),
    );
    await Promise.all(receipts);
    expect(await readCount('receipt', 'dropped')).toBe(0);
  });
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  headers as names,
  type Contact,
  type contract,
  type Output,
} from '@textloom/shared/contract';
import { handset, type Account, type Harness } from '../harness/harness.ts';
import { until } from '../harness/until.ts';

type Report = Output<(typeof contract)['contact']['import']>;

/** Returns a possible number for each place in a file. */
const phoneAt = (at: number, area = 412): string => `+1${area}${String(2_000_000 + at)}`;

/** Tests imports of contacts. */
export function describeImport(harness: () => Harness): void {
  describe('a file of contacts', () => {
    let account: Account;
    let list: string;
    beforeEach(async () => {
      account = harness().account();
      list = (await account.client.list.create({ name: 'Imported' })).id;
    });
    const load = (csv: string, more: object = {}): Promise<Report> =>
      account.client.contact.import({ csv, ...more });
    const get = (id: string): Promise<Contact> => account.client.contact.get({ id });
    const created = async () =>
      (await account.client.event.list({ type: ['contact.created'], limit: 100 })).data.map(
        (event) => event.data as Contact & { previous_status: null },
      );

    it('becomes contacts with all their details and one event each', async () => {
      const consent = { source: 'Fair', at: '2026-01-31T09:30:00.000Z' };
      const report = await load(
        'phone,first_name,last_name,email,external_id,time_zone,consent_source,consent_at,plan\n' +
          `${handset(0, 415)},Ada,Lovelace,ada@example.com,c-1,Europe/London,Form,2026-02-01T10:00:00Z,pro\n` +
          '(415) 555-0101,Bo,,,,,,,\n',
        { list_id: list, consent },
      );
      expect(report).toMatchObject({ created: 2, updated: 0, refused: [] });
      const ada = await get(handset(0, 415));
      expect(ada).toMatchObject({
        first_name: 'Ada',
        last_name: 'Lovelace',
        email: 'ada@example.com',
        external_id: 'c-1',
        time_zone: 'Europe/London',
        attributes: { plan: 'pro' },
        consent: { source: 'Form', at: '2026-02-01T10:00:00.000Z' },
        status: 'subscribed',
        lists: [list],
      });
      const bo = await get(handset(1, 415));
      expect(bo).toMatchObject({ first_name: 'Bo', last_name: null, attributes: {}, consent });
      expect((await created()).sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
        [ada, bo].map((contact) => ({ ...contact, previous_status: null })),
      );
      expect((await account.client.contact.list({ list_id: list })).data).toEqual([bo, ada]);
    });

    it('updates existing contacts, and keeps fields that are empty or have no column', async () => {
      await load(`phone,last_name,plan\n${handset(0, 415)},Lovelace,pro\n`, { list_id: list });
      const before = await get(handset(0, 415));
      const report = await load(
        `Phone;First Name;Seats;E-Mail\n${handset(0, 415)};Augusta;4;\n${handset(2, 415)};Cy;;\n`,
      );
      expect(report).toMatchObject({ created: 1, updated: 1, refused: [] });
      const { updated_at, ...after } = await get(handset(0, 415));
      expect({ ...after, updated_at: before.updated_at }).toEqual({
        ...before,
        first_name: 'Augusta',
        attributes: { plan: 'pro', seats: '4' },
      });
      expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
      expect(await created()).toHaveLength(2);
    });

    it('can come from any spreadsheet program', async () => {
      const report = await load(
        '\ufeff"E-mail";FIRST-NAME;Mobile;"Favorite; ""color""";\r\n' +
          '\r\n' +
          `fay@example.com;"Fay\r\nthe 1st; ""F""";  415 555 0110 ;blue;\r\n` +
          ';;;;\r\n' +
          `nobody;Gil;${handset(11, 415)};red;\r\n` +
          `"";Hal;"${handset(12, 415)}";;`,
      );
      expect(report).toMatchObject({
        created: 2,
        updated: 0,
        refused: [
          {
            line: 6,
            column: 'E-mail',
            code: 'invalid_format',
            detail: 'must be an email address',
          },
        ],
      });
      expect(await get(handset(10, 415))).toMatchObject({
        first_name: 'Fay\r\nthe 1st; "F"',
        email: 'fay@example.com',
        attributes: { 'favorite;_"color"': 'blue' },
      });
      expect(await get(handset(12, 415))).toMatchObject({ first_name: 'Hal', attributes: {} });
      expect(await load(`mobile\tphone\n1\t${handset(13, 415)}\r`)).toMatchObject({ created: 1 });
      expect(await get(handset(13, 415))).toMatchObject({ attributes: { mobile: '1' } });
    });

    it.each(['Mobile Number', 'Cell', 'cell phone', 'Phone No', 'Telephone', 'Tel'])(
      'reads the number in the column %s, and the other words for names',
      async (title) => {
        const { columns } = await load(
          `${title},Given Name,Surname\n${handset(14, 415)},Ivy,Jones`,
        );
        expect(columns.map(({ field }) => field)).toEqual(['phone', 'first_name', 'last_name']);
      },
    );

    it.each([
      ['1.20256E+10', /scientific notation/],
      [`"${handset(15, 415)}; ${handset(16, 415)}"`, /several phone numbers/],
      ['+1415', /Check the country code and the number of digits/],
      ['020 7946 0018', /For another country, start with \+ and the country code/],
    ])('says what is wrong with %s', async (number, detail) => {
      const { refused } = await load(`phone\n${number}`);
      expect(refused[0]).toMatchObject({
        code: 'invalid_phone_number',
        detail: expect.stringMatching(detail),
      });
    });

    it('may leave out empty cells at the end of rows, as Excel does', async () => {
      const report = await load(
        `phone,first_name,plan,note\n${handset(60, 415)},Ida\n${handset(61, 415)},Jo,pro,,,\n`,
      );
      expect(report).toMatchObject({ created: 2, refused: [] });
      expect(await get(handset(60, 415))).toMatchObject({ first_name: 'Ida', attributes: {} });
      expect(await get(handset(61, 415))).toMatchObject({ attributes: { plan: 'pro' } });
    });

    it.each(['status', 'opted_out_numbers'])(
      'may not leave out the cell of %s, because the rest of the row could be lost',
      async (column) => {
        const report = await load(`phone,first_name,${column}\n${handset(62, 415)},Kim\n`);
        expect(report).toMatchObject({ created: 0, refused: [{ line: 2, column: null }] });
      },
    );

    it('gets a report of every refused row by its line, without numbers', async () => {
      const good = Array.from({ length: 7 }, (_, at) => handset(20 + at, 415));
      const rows = [
        'phone,email,time_zone,consent_source,consent_at,note',
        `${good[0]!},ok@example.com,,,,"one\ntwo\nthree"`,
        ',no@example.com,,,,',
        'Ada,,,,,',
        '+1415,,,,,',
        `${good[1]!},@,,,,`,
        `${good[2]!},,Mars/Olympus,,,`,
        `${good[3]!},,+01:00,,,`,
        `${good[4]!},,,Form,,`,
        `${good[5]!},,,Form,yesterday,`,
        `${good[6]!},,,,,Ada, Countess`,
        `${good[6]!},,,,,,,Ada`,
        `${good[6]!},,,,,${'x'.repeat(501)}`,
        `${good[6]!},,America/New_York,,,fine`,
      ];
      const report = await load(rows.join('\n'));
      expect(report).toMatchObject({ created: 2, updated: 0 });
      expect(report.refused.map(({ line, column, code }) => [line, column, code])).toEqual([
        [5, 'phone', 'required'],
        [6, 'phone', 'invalid_format'],
        [7, 'phone', 'invalid_phone_number'],
        [8, 'email', 'invalid_format'],
        [9, 'time_zone', 'invalid_format'],
        [10, 'time_zone', 'invalid_format'],
        [11, 'consent_at', 'required'],
        [12, 'consent_at', 'invalid_format'],
        [13, null, 'invalid_format'],
        [14, null, 'invalid_format'],
        [15, 'note', 'too_long'],
      ]);
      const details = report.refused.map(({ detail }) => detail).join();
      for (const phone of [...good, '1415,']) expect(details).not.toContain(phone.slice(2));
      const one = await account.json('POST', '/contacts', { phone: good[1], email: '@' });
      expect(one.body).toMatchObject({ errors: [{ detail: report.refused[3]!.detail }] });
    });

    it('may contain a number twice, and the later row adds to the earlier one', async () => {
      const phone = handset(30, 415);
      const report = await load(
        `phone,first_name,email,a,b\n${phone},Ada,ada@example.com,1,1\n415-555-0130,Eve,,,2\n` +
          `${phone},,nobody,,\n`,
      );
      expect(report).toMatchObject({ created: 1, updated: 1, refused: [{ line: 4 }] });
      expect(await get(phone)).toMatchObject({
        first_name: 'Eve',
        email: 'ada@example.com',
        attributes: { a: '1', b: '2' },
      });
      expect((await created()).filter((contact) => contact.phone === phone)).toHaveLength(1);
    });

    it('subscribes no one who has opted out, even with consent', async () => {
      const there = handset(31, 415);
      const gone = handset(32, 415);
      for (const phone of [there, gone])
        await account.client.contact.upsert({ phone, status: 'opted_out' });
      await account.client.contact.delete({ id: gone });
      const csv = `phone,consent_source,consent_at\n${there},Form,2026-02-01T10:00:00Z\n${gone},,\n`;
      expect(await load(csv, { list_id: list })).toMatchObject({
        created: 1,
        updated: 1,
        refused: [],
      });
      for (const phone of [there, gone]) {
        expect(await get(phone)).toMatchObject({ status: 'opted_out', lists: [list] });
        await expect(account.client.message.send({ to: phone, text: 'Hi' })).rejects.toMatchObject({
          code: 'recipient_opted_out',
        });
      }
    });

    it('subscribes people who opted out of another account', async () => {
      const phone = handset(36, 415);
      const other = harness().account();
      await other.client.contact.upsert({ phone, status: 'opted_out' });
      expect(await load(`phone\n${phone}\n`)).toMatchObject({ created: 1 });
      expect(await get(phone)).toMatchObject({ status: 'subscribed' });
    });

    it('repeats an opt-out without a claim that it is newer than the consent', async () => {
      const phone = handset(56, 415);
      await account.client.contact.upsert({ phone, status: 'opted_out' });
      const consent = { source: 'Form', at: new Date(Date.now() + 1).toISOString() };
      await until('the consent is from the past', () => Date.now() > Date.parse(consent.at) + 1);
      await load(`phone,Status\n${phone},opted_out\n`);
      const change = { id: phone, status: 'subscribed', consent } as const;
      expect(await account.client.contact.update(change)).toMatchObject({ status: 'subscribed' });
    });

    it('opts people out of single numbers', async () => {
      const [phone, other] = [handset(57, 415), handset(58, 415)];
      const { number } = account;
      const send_at = new Date(Date.now() + 3_600_000).toISOString();
      const waiting = await account.client.message.send({ to: phone, text: 'Later', send_at });
      const report = await load(
        'Phone;Opted-Out Numbers;plan\n' +
          `${phone};+12025559999, ${number};pro\n${phone};;\n${other};12345;\n` +
          `${handset(59, 415)};none;\n${handset(60, 415)};${'1 '.repeat(21)};\n`,
      );
      const column = 'Opted-Out Numbers';
      expect(report).toMatchObject({
        created: 2,
        updated: 1,
        refused: [
          { line: 5, column, code: 'invalid_phone_number' },
          { line: 6, column, code: 'too_long' },
        ],
      });
      const optedOut = { status: 'subscribed', opted_out_numbers: ['+12025559999', number].sort() };
      expect(await get(phone)).toMatchObject({ ...optedOut, attributes: { plan: 'pro' } });
      expect(await get(other)).toMatchObject({ opted_out_numbers: ['12345'], attributes: {} });
      expect(await account.client.message.get({ id: waiting.id })).toMatchObject({
        status: 'failed',
        error: { code: 'recipient_opted_out' },
      });
      await expect(account.client.message.send({ to: phone, text: 'Hi' })).rejects.toMatchObject({
        code: 'recipient_opted_out',
      });
      const { data } = await account.client.consent.list({ phone });
      expect(data).toContainEqual(
        expect.objectContaining({ action: 'opted_out', method: 'import', number }),
      );
      // Without the numbers, another import lifts nothing.
      await load(`phone,opted_out_numbers\n${phone},\n`);
      expect(await get(phone)).toMatchObject(optedOut);
    });

    it.each(['Opted out', 'SMS Consent', 'Désabonné'])(
      'needs a status instead of the column %j',
      async (title) => {
        const phone = handset(61, 415);
        await expect(load(`phone,${title}\n${phone},yes\n`)).rejects.toMatchObject({
          fieldErrors: [
            { pointer: '/csv', detail: expect.stringContaining(`"attributes.${title}"`) },
          ],
        });
        await expect(get(phone)).rejects.toMatchObject({ code: 'not_found' });
        expect(await load(`phone,attributes.${title}\n${phone},yes\n`)).toMatchObject({
          created: 1,
        });
        expect(await get(phone)).toMatchObject({ attributes: { [title]: 'yes' } });
      },
    );

    it.each(['Email opt-in', 'Option'])('may have the attribute %j', async (title) => {
      expect(await load(`phone,${title}\n${handset(62, 415)},yes\n`)).toMatchObject({
        created: 1,
      });
    });

    it('gets a report of how each column was read', async () => {
      const titles =
        'ID,Mobile,Phone,First Name,Plan,attributes.Shoe size,Opted-out numbers,,Consent at';
      const { columns } = await load(`${titles}\n`);
      expect(columns).toEqual([
        { title: 'ID', field: null },
        { title: 'Mobile', field: 'attributes.mobile' },
        { title: 'Phone', field: 'phone' },
        { title: 'First Name', field: 'first_name' },
        { title: 'Plan', field: 'attributes.plan' },
        { title: 'attributes.Shoe size', field: 'attributes.Shoe size' },
        { title: 'Opted-out numbers', field: 'opted_out_numbers' },
        { title: '', field: null },
        { title: 'Consent at', field: 'consent_at' },
      ]);
    });

    it.each(['Opt-in Date', 'Agreed at', 'CONSENT DATE'])(
      'reads "%s" as the time of consent, and asks for its source',
      async (title) => {
        const phone = handset(58, 415);
        const at = '2026-02-01T10:00:00.000Z';
        const { columns, refused } = await load(`phone,${title}\n${phone},${at}\n`);
        expect(columns[1]).toEqual({ title, field: 'consent_at' });
        expect(refused).toEqual([
          {
            ...{ line: 2, column: 'consent_source', code: 'required' },
            detail: expect.stringContaining(
              'consent_source, such as "Sign-up form", and consent_at',
            ),
          },
        ]);
        const report = await load(`phone,${title},Consent source\n${phone},${at},Form\n`);
        expect(report.refused).toEqual([]);
        const { consent } = await account.client.contact.get({ id: phone });
        expect(consent).toEqual({ source: 'Form', at });
      },
    );

    it('completes the consent of a row with that of the import', async () => {
      const phone = handset(59, 415);
      const at = '2026-02-01T10:00:00.000Z';
      const csv = `phone,Opt-in Date\n${phone},${at}\n`;
      const consent = { source: 'Fair', at: '2026-01-01T10:00:00Z' };
      expect((await account.client.contact.import({ csv, consent })).refused).toEqual([]);
      const contact = await account.client.contact.get({ id: phone });
      expect(contact.consent).toEqual({ source: 'Fair', at });
    });

    it.each(['2025-03-14T10:00:00Z', '03/14/2025'])(
      'opts people out of whom it knows only when they agreed: %s',
      async (at) => {
        const phone = handset(60, 415);
        await account.client.contact.upsert({ phone, status: 'subscribed' });
        const { refused } = await load(`phone,status,Opt-in Date\n${phone},opted_out,${at}\n`);
        expect(refused).toEqual([]);
        const contact = await account.client.contact.get({ id: phone });
        expect(contact).toMatchObject({ status: 'opted_out', consent: null });
        await account.client.contact.delete({ id: phone });
      },
    );

    it('sets who can receive messages', async () => {
      const [out, fresh, unsure, back, odd, twice] = [50, 51, 52, 53, 54, 55].map((at) =>
        handset(at, 415),
      ) as [string, string, string, string, string, string];
      const send_at = new Date(Date.now() + 3_600_000).toISOString();
      const waiting = await account.client.message.send({ to: out, text: 'Later', send_at });
      const { id } = await account.client.contact.upsert({ phone: out });
      await account.client.contact.upsert({ phone: unsure });
      await account.client.contact.upsert({ phone: back, status: 'pending' });
      const rows = [
        `${out},opted_out`,
        `${fresh},opted_out`,
        `${unsure},pending`,
        `${back},subscribed`,
        `${odd},Kündigung`,
        `${twice},opted_out`,
        `${twice},subscribed`,
      ];
      expect(await load(`phone,Status\n${rows.join('\n')}\n`)).toMatchObject({
        created: 2,
        updated: 4,
        refused: [
          {
            line: 6,
            column: 'Status',
            code: 'not_one_of',
            detail: 'must be one of subscribed, opted_out, pending',
          },
        ],
      });
      for (const phone of [out, fresh, twice]) {
        expect(await get(phone)).toMatchObject({ status: 'opted_out', attributes: {} });
        await expect(account.client.message.send({ to: phone, text: 'Hi' })).rejects.toMatchObject({
          code: 'recipient_opted_out',
        });
      }
      expect(await get(unsure)).toMatchObject({ status: 'pending' });
      expect(await get(back)).toMatchObject({ status: 'subscribed' });
      expect(await account.client.message.get({ id: waiting.id })).toMatchObject({
        status: 'failed',
        error: { code: 'recipient_opted_out' },
      });
      const { data } = await account.client.event.list({ type: ['contact.opted_out'] });
      const notified = data.filter((event) => (event.data as Contact).id === id);
      expect(notified.map((event) => event.data)).toEqual([
        { ...(await get(id)), previous_status: 'subscribed' },
      ]);
      await load(`phone,status\n${out},subscribed\n${fresh},pending\n${unsure},\n`);
      for (const phone of [out, fresh])
        expect(await get(phone)).toMatchObject({ status: 'opted_out' });
      expect(await get(unsure)).toMatchObject({ status: 'pending' });
    });

    it.each(['a file', 'a request'])(
      'with opt-outs in %s subscribes no one first',
      async (source) => {
        const [fresh, known] = [handset(65, 415), handset(66, 415)];
        await account.client.contact.upsert({ phone: known });
        const consent = { source: 'Form', at: '2026-02-01T10:00:00.000Z' };
        const status = 'opted_out';
        if (source === 'a file') {
          const rows = [`${fresh},${status},Form,${consent.at}`];
          for (const own of ['', status, '']) rows.push(`${known},${own},,`);
          const csv = ['phone,status,consent_source,consent_at', ...rows].join('\n');
          await load(csv, { list_id: list, consent });
          expect(await get(known)).toMatchObject({ status, consent: null });
        } else
          await account.client.contact.upsert({ phone: fresh, status, consent, lists: [list] });
        const contact = await get(fresh);
        expect(contact).toMatchObject({ status, consent });
        for (const phone of source === 'a file' ? [fresh, known] : [fresh])
          expect((await account.client.consent.list({ phone })).data).toMatchObject([
            { action: 'opted_out' },
          ]);
        const events = await account.client.event.list({ limit: 100 });
        const data = { ...contact, updated_at: expect.any(String), previous_status: null };
        expect(
          events.data
            .filter((event) => JSON.stringify(event).includes(contact.id))
            .map((event) => [event.type, event.data])
            .reverse(),
        ).toMatchObject([
          ['contact.created', data],
          ['list.contact_added', { contact: { status } }],
          ['contact.opted_out', data],
        ]);
      },
    );

    it('may contain read-only columns of a contact', async () => {
      const csv =
        'id,phone,lists,created_at,' +
        'Updated At,plan\n' +
        `con_1,${handset(56, 415)},lst_1,2020-01-01T00:00:00Z,2020-01-01T00:00:00Z,pro\n`;
      expect(await load(csv)).toMatchObject({ created: 1, updated: 0, refused: [] });
      const contact = await get(handset(56, 415));
      expect(contact).toMatchObject({ attributes: { plan: 'pro' }, lists: [] });
      expect(contact.id).not.toBe('con_1');
    });

    it('rejects a consent time in the future', async () => {
      const at = new Date(Date.now() + 120_000).toISOString();
      const csv = `phone,consent_source,consent_at\n${handset(57, 415)},Form,${at}\n`;
      expect((await load(csv)).refused).toMatchObject([
        { line: 2, column: 'consent_at', code: 'out_of_range' },
      ]);
      const consent = { source: 'Form', at };
      await expect(load('phone\n', { consent })).rejects.toMatchObject({ field: 'consent/at' });
    });

    it('gives no contact more attributes than the limit', async () => {
      const [full, empty] = [handset(33, 415), handset(34, 415)];
      const attributes = Object.fromEntries(
        Array.from({ length: 49 }, (_, at) => [`a${at}`, 'x'] as const),
      );
      await account.client.contact.upsert({ phone: full, attributes });
      expect(await load(`phone,a1,b\n${full},y,y\n${empty},y,y\n`)).toMatchObject({
        created: 1,
        updated: 1,
        refused: [],
      });
      const report = await load(`phone,c\n${empty},y\n${full},y\n`);
      expect(report).toMatchObject({
        created: 0,
        updated: 1,
        refused: [{ line: 3, column: null, code: 'too_long' }],
      });
      expect((await get(full)).attributes).toEqual({ ...attributes, a1: 'y', b: 'y' });
      const many = Array.from({ length: 51 }, (_, at) => `d${at}`);
      const halves = [
        many.map((_, at) => (at < 26 ? 'x' : '')),
        many.map((_, at) => (at < 26 ? '' : 'x')),
      ];
      const wide = await load(
        [['phone', ...many], ...halves.map((half) => [handset(35, 415), ...half])].join('\n'),
      );
      expect(wide).toMatchObject({
        created: 1,
        updated: 0,
        refused: [{ line: 3, code: 'too_long' }],
      });
    });

    it('counts an opt-out whose row would exceed the limit of attributes with an earlier row', async () => {
      const { number } = account;
      const phones = [handset(63, 415), handset(64, 415)] as const;
      const titles = Array.from({ length: 60 }, (_, at) => `a${at}`);
      const half = (isFirst: boolean) => titles.map((_, at) => (at < 30 === isFirst ? 'x' : ''));
      const rows = phones.flatMap((phone, at) => [
        [phone, '', '', ...half(true)],
        [phone, at === 0 ? 'opted_out' : '', at === 0 ? '' : number, ...half(false)],
      ]);
      const report = await load(
        [['phone', 'status', 'opted_out_numbers', ...titles], ...rows].join('\n'),
      );
      const refused = [
        [3, /; the opt-out is recorded$/],
        [5, /; the opt-out of single numbers is recorded$/],
      ].map(([line, detail]) => ({
        line,
        code: 'too_long',
        detail: expect.stringMatching(detail as RegExp),
      }));
      expect(report).toMatchObject({ created: 2, updated: 0, refused });
      const attributes = Object.fromEntries(titles.slice(0, 30).map((title) => [title, 'x']));
      expect(await get(phones[0])).toMatchObject({ status: 'opted_out', attributes });
      expect(await get(phones[1])).toMatchObject({ opted_out_numbers: [number], attributes });
    });

    it('counts an opt-out whose row is rejected, and says so', async () => {
      const { number } = account;
      const [known, fresh, extra, unsure, single, both] = [70, 71, 72, 73, 74, 75].map((at) =>
        handset(at, 415),
      ) as [string, string, string, string, string, string];
      for (const phone of [known, single]) await account.client.contact.upsert({ phone });
      const rows = [
        `${known},opted_out,,@,`,
        `${fresh},opted_out,,,Mars/Olympus`,
        `${extra},opted_out,,,,Ada`,
        `${unsure},opted_out,none,,`,
        `${single},,${number},@,`,
        `+1415,opted_out,,,`,
        `${both},,,,`,
        `415-555-0175,opted_out,,@,`,
        `${single},,none,,`,
        `${known},subscribed,,,`,
      ];
      const consent = { source: 'Fair', at: '2026-02-01T10:00:00.000Z' };
      const report = await load(
        ['phone,status,opted_out_numbers,email,time_zone', ...rows].join('\n'),
        { list_id: list, consent },
      );
      expect(report).toMatchObject({ created: 1, updated: 1 });
      const recorded = /; the opt-out is recorded$/;
      expect(report.refused).toMatchObject(
        [
          [2, 'email', recorded],
          [3, 'time_zone', recorded],
          [4, null, recorded],
          [5, 'opted_out_numbers', recorded],
          [6, 'email', /; the opt-out of single numbers is recorded$/],
          [7, 'phone', /; the opt-out is not recorded$/],
          [9, 'email', recorded],
          [10, 'opted_out_numbers', /; the opt-out is not recorded$/],
        ].map(([line, column, detail]) => ({
          line,
          column,
          detail: expect.stringMatching(detail as RegExp),
        })),
      );
      for (const phone of [known, fresh, extra, unsure, both]) {
        expect(await get(phone)).toMatchObject({ status: 'opted_out', email: null, consent: null });
        expect((await account.client.consent.list({ phone })).data).toMatchObject([
          { action: 'opted_out', method: 'import', number: null },
        ]);
      }
      expect(await get(single)).toMatchObject({
        status: 'subscribed',
        opted_out_numbers: [number],
        consent: null,
      });
      expect((await account.client.contact.list({ list_id: list })).data).toHaveLength(2);
    });

    it.each([
      ['is empty', ' \n\r\n'],
      ['has no column with numbers', 'name,email\nAda,ada@example.com\n'],
      ['has no header line', `${handset(40, 415)},Ada\n`],
      ['has two columns with one name', 'phone,First Name,first_name\n'],
      ['never closes a quote', `phone,note\n${handset(41, 415)},"oh\n${handset(42, 415)},x\n`],
      ['has text after a closing quote', `phone,note\n"${handset(41, 415)}"x,y\n`],
      ['has a column name that is too long', `phone,${'x'.repeat(101)}\n`],
      ['has too many rows', `phone\n${'1\n'.repeat(10_001)}`],
    ])('that %s is refused as a whole', async (_, csv) => {
      const { status, body } = await account.json('POST', '/contacts/import', { csv });
      expect([status, body]).toMatchObject([422, { errors: [{ pointer: '/csv' }] }]);
      expect((body as { detail: string }).detail).not.toContain('555');
    });

    it('names the line where a row with an unclosed quote begins', async () => {
      const csv = 'phone,note\r\n\r\n"1","a\r\nb"\r\n\r\n"2","oh\r\n"3",""\r\n'.replaceAll(
        '"3",""',
        '3',
      );
      await expect(load(csv)).rejects.toMatchObject({
        field: 'csv',
        message: expect.stringContaining('line 6'),
      });
    });

    it('needs an existing list, or creates no contact', async () => {
      const csv = `phone\n${handset(43, 415)}\n`;
      await expect(load(csv, { list_id: 'lst_1' })).rejects.toMatchObject({
        field: 'list_id',
        fieldErrors: [{ detail: 'names a list that does not exist; choose another one' }],
      });
      await expect(get(handset(43, 415))).rejects.toMatchObject({ code: 'not_found' });
    });

    it('is imported once per idempotency key', async () => {
      const body = { csv: `phone\n${handset(44, 415)}\n1\n` };
      const headers = { 'idempotency-key': 'file-1' };
      const first = await account.json('POST', '/contacts/import', body, headers);
      expect(first.body).toMatchObject({ created: 1, updated: 0, refused: [{ line: 3 }] });
      const again = await account.json('POST', '/contacts/import', body, headers);
      expect(again.body).toEqual(first.body);
      expect(again.headers['idempotent-replayed']).toBe('true');
      const other = { csv: `phone\n${handset(45, 415)}\n` };
      const refused = await account.json('POST', '/contacts/import', other, headers);
      expect(refused).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
      await expect(get(handset(45, 415))).rejects.toMatchObject({ code: 'not_found' });
    });

    it('applies rows of one number to the same contact, however far apart they are', async () => {
      const [twice, out] = [phoneAt(0, 413), phoneAt(1, 413)];
      const between = Array.from({ length: 250 }, (_, at) => `${phoneAt(10 + at, 413)},,,`);
      const csv = [
        'phone,status,plan,seats',
        `${twice},,pro,`,
        `${out},opted_out,,`,
        ...between,
        `${twice},,,4`,
        `${out},subscribed,,`,
        '1,,,',
      ].join('\n');
      expect(await load(csv)).toMatchObject({
        created: 252,
        updated: 2,
        refused: [{ line: 256, column: 'phone' }],
      });
      expect(await get(twice)).toMatchObject({ attributes: { plan: 'pro', seats: '4' } });
      expect(await get(out)).toMatchObject({ status: 'opted_out' });
      expect((await account.client.event.list({ type: ['contact.opted_out'] })).data).toHaveLength(
        1,
      );
    });

    it('of 2,000 rows becomes 2,000 contacts on a list, and an account runs one import at a time', async () => {
      const { id } = await account.client.list.create({ name: 'Many' });
      const rows = Array.from({ length: 2_000 }, (_, at) => `${phoneAt(at)},Name ${at}`);
      const createCsv = (all: readonly string[]) => ['phone,first_name', ...all, ''].join('\n');
      const send = (csv: string) => account.json('POST', '/contacts/import', { csv, list_id: id });
      const other = harness().account();
      // This authenticates its key, so its import begins while the others run.
      await other.client.account.get({});
      const keyed = () =>
        account.json(
          'POST',
          '/contacts/import',
          { csv: createCsv([]) },
          { 'idempotency-key': 'done' },
        );
      expect(await keyed()).toMatchObject({ status: 200 });
      const [first, meanwhile, repeated, ofAnother] = await Promise.all([
        send(createCsv(rows)),
        send(createCsv([...rows].reverse())),
        keyed(),
        other.json('POST', '/contacts/import', { csv: createCsv(rows.slice(0, 1)) }),
      ]);
      const [done, refused] = first.status === 200 ? [first, meanwhile] : [meanwhile, first];
      expect(done).toMatchObject({ status: 200, body: { created: 2_000, refused: [] } });
      expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      expect(Number(refused.headers[names.retryAfter.toLowerCase()])).toBeGreaterThan(0);
      expect(repeated).toMatchObject({ status: 200, body: { created: 0, updated: 0 } });
      expect(ofAnother).toMatchObject({ status: 200, body: { created: 1 } });
      expect(await load(createCsv(rows), { list_id: id })).toMatchObject({
        created: 0,
        updated: 2_000,
      });
      expect((await account.client.list.get({ id })).size).toBe(2_000);
      const { data } = await account.client.contact.list({ phone: phoneAt(1_999), list_id: id });
      expect(data).toMatchObject([{ first_name: 'Name 1999' }]);
    });
  });
}

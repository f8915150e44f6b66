import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Client } from '@textloom/shared/client';
import { readConfig } from '../../service/config/config.ts';
import { startService } from '../../service/runtime/start.ts';
import { connectStore } from '../../service/store/database.ts';
import type { OpenDatabase, TestDatabase } from '../service/harness/database.ts';
import { createTestClient, handset } from '../service/harness/harness.ts';
import { until } from '../service/harness/until.ts';
import { textloom, textloomReading, type Ran } from './textloom.ts';

/** Tests the commands that work on the database of a service. */
export function describeCommands(name: string, open: OpenDatabase): void {
  describe(`the command textloom on ${name}`, () => {
    let database: TestDatabase;
    let folder: string;
    let key: string;
    beforeAll(async () => {
      database = await open();
      folder = await mkdtemp(join(tmpdir(), 'textloom-cli-'));
    });
    afterAll(async () => {
      await database.remove();
      await rm(folder, { recursive: true });
    });

    const run = (...args: string[]) => textloom(database.environment, ...args);
    const done = async (...args: string[]): Promise<string> => {
      const ran = await run(...args);
      expect(ran).toMatchObject({ code: 0 });
      return ran.stdout;
    };
    const writeInput = async (content: string | Uint8Array) => {
      const path = join(folder, 'file.csv');
      await writeFile(path, content);
      return path;
    };

    it('prints its usage', async () => {
      for (const help of ['--help', '-h', 'help'])
        expect(await done(help)).toContain('textloom keys create --name NAME --scope');
      expect(await done('export', '--help')).toContain(
        'textloom export contacts|messages|consents|audit|events',
      );
      const usage = await done('keys', 'revoke', '--help');
      expect(usage.match(/^  textloom .*$/gm)).toEqual(['  textloom keys revoke KEY_ID [--yes]']);
      expect(usage).not.toMatch(/\b(list|create|rotate)\b/i);
      expect(await done('-v')).toBe(await done('--version'));
      for (const args of [
        [],
        ['fly'],
        ['keys'],
        ['keys', 'create'],
        ['export', 'x'],
        ['keys', '--x'],
      ])
        expect(await run(...args)).toMatchObject({ code: 2 });
      for (const verb of ['rotate', 'revoke'])
        expect(await run('keys', verb)).toMatchObject({
          code: 2,
          stderr: expect.stringMatching(new RegExp(`^Specify the key: keys ${verb} KEY_ID\\.\n`)),
        });
    });

    it('creates no tables except by a migration, so that no command succeeds on the wrong database', async () => {
      const file = await writeInput('phone\n+12025550111\n');
      for (const args of [
        ['messages', 'cancel-due'],
        ['import', 'contacts', file],
        ['keys', 'list'],
        ['export', 'messages'],
        ['migrate', '--check'],
      ])
        expect(await run(...args)).toMatchObject({
          code: 1,
          stdout: '',
          stderr: expect.stringMatching(/holds no database|has no tables of Textloom/),
        });
      const { DATA_DIR } = database.environment;
      if (DATA_DIR) expect(await readdir(DATA_DIR)).toEqual([]);
    });

    it('refuses arguments and options without an effect', async () => {
      for (const [problem, ...args] of [
        [
          'too many arguments for "textloom keys revoke KEY_ID [--yes]"',
          'keys',
          'revoke',
          'key_1',
          'key_2',
        ],
        ['--scope has no effect on', 'keys', 'rotate', 'key_1', '--scope', 'read'],
        ['--premium has no effect on', 'accounts', 'create', '--name', 'A', '--premium', 'no'],
        ['too many arguments for', 'accounts', 'create', '--name', 'My', 'shop'],
        ['--to has no effect on "textloom carriers [--json]"', 'carriers', '--to', '+12025550123'],
        ['too many arguments for "textloom doctor"', 'doctor', 'quickly'],
        ['There is no option --port. Set the environment variable PORT', 'serve', '--port', '1'],
        ['There is no option -p.', 'serve', '-p', '1'],
      ] as const) {
        const { code, stdout, stderr } = await run(...args);
        expect([args, code, stdout]).toEqual([args, 2, '']);
        expect(stderr).toContain(problem);
      }
    });

    it('migrates the tables, and checks that they are up to date', async () => {
      expect(await run('accounts', 'list')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('run "textloom migrate"'),
      });
      expect(await done('migrate')).toContain('up to date now: 0001_initial');
      expect(await done('migrate', '--check')).toBe('The tables are up to date.\n');
      expect(await done('migrate')).toBe('The tables were already up to date.\n');
    });

    it('lists nothing to compare before there is an account', async () => {
      expect(await done('messages', 'cancel-due')).toBe(
        'This command has nothing to cancel or pause.\n',
      );
      expect(await done('messages', 'cancel-due', '--yes')).toBe('0 messages are canceled.\n');
    });

    it('creates accounts and keys, and revokes keys', async () => {
      expect(await run('keys', 'list')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('There is no account yet.'),
      });
      key = (await done('accounts', 'create', '--name', 'Acme', '--country', 'US')).trim();
      expect(key).toMatch(/^tl_admin_/);
      const made = (await done('keys', 'create', '--name', 'Shop', '--scope', 'read')).trim();
      const listed = (await done('keys', 'list')).split('\n');
      const row = listed.find((line) => line.includes('Shop'))!;
      expect(row).toContain(`read   …${made.slice(-4)}`);
      expect(listed.join('\n')).not.toContain(made);
      const id = row.split(' ')[0]!;
      expect(await run('keys', 'rotate', id, '--overlap-hours', '721')).toMatchObject({ code: 2 });
      const rotated = (await done('keys', 'rotate', id, '--overlap-hours', '2')).trim();
      expect(rotated).toMatch(/^tl_read_/);
      expect(await done('keys', 'list')).toMatch(new RegExp(`${id} .*replaced by key_`));
      const past = ['--name', 'Late', '--scope', 'read', '--expires-at', '2001-01-01T00:00:00Z'];
      expect(await run('keys', 'create', ...past)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('--expires-at has passed.'),
      });
      await done('keys', 'revoke', id);
      expect(await done('keys', 'list')).toMatch(new RegExp(`${id} .*revoked`));
      expect(await run('keys', 'revoke', id)).toMatchObject({ code: 1 });
      const admin = (await done('keys', 'list')).match(/key_\w+(?= +First key)/)![0];
      const soon = new Date(Date.now() + 86_400_000).toISOString();
      for (const args of [
        ['revoke', admin],
        ['rotate', admin, '--expires-at', soon],
      ])
        expect(await run('keys', ...args)).toMatchObject({
          code: 1,
          stdout: '',
          stderr: expect.stringMatching(/^No admin key .* for 7 more days\. Create .* --yes\.\n$/),
        });
      expect(await run('keys', 'rotate', id)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^There is no key key_\w+, or it is revoked\./),
      });
      const log = (await done('export', 'audit')).trim().split('\n');
      const did = log.map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(did.map(({ operation, actor }) => [operation, actor])).toEqual(
        ['account.create', 'key.create', 'key.rotate', 'key.revoke', 'audit.export'].map(
          (operation) => [operation, 'command_line'],
        ),
      );
      expect(did[2]).toMatchObject({ resource_id: id, key_id: null, ip_address: null });
      await done('accounts', 'create', '--name', 'Other');
      expect(await run('keys', 'list')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(
          'There are several accounts. Choose one with --account ID.',
        ),
      });
    });

    it('limits what an account may send', async () => {
      const id = (await done('accounts', 'list')).match(/acc_\w+(?= +Acme)/)![0];
      const row = async () =>
        (await done('accounts', 'list')).split('\n').find((line) => line.includes(id));
      expect(await row()).toMatch(/ all +no +none$/);
      const settings = ['--countries', 'US,CA', '--premium', 'yes', '--daily-segments', '500'];
      await run('accounts', 'set', id, ...settings);
      expect(await row()).toMatch(/ US,CA +yes +500$/);
      await run('accounts', 'set', id, '--countries', 'all', '--daily-segments', 'none');
      expect(await row()).toMatch(/ all +yes +none$/);
      await run('accounts', 'set', id, '--premium', 'no');
      expect(await row()).toMatch(/ all +no +none$/);
      for (const wrong of [
        [],
        ['--countries', 'USA'],
        ['--premium', 'maybe'],
        ['--daily-segments', '-1'],
        ['--daily-segments', '1.5'],
      ])
        expect(await run('accounts', 'set', id, ...wrong)).toMatchObject({ code: 2 });
      expect(await run('accounts', 'set', id, '--daily-segments', '-1')).toMatchObject({
        stderr: expect.stringMatching(/^Write a value after --daily-segments\. /),
      });
      expect(await run('accounts', 'set', 'acc_none', '--premium', 'no')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('There is no account acc_none'),
      });
      expect(await row()).toMatch(/ all +no +none$/);
    });

    const onService = async <T>(
      environment: Readonly<Record<string, string>>,
      work: (client: Client) => Promise<T>,
      apiKey = key,
    ): Promise<T> => {
      const service = await startService(readConfig(environment));
      const faults: string[] = [];
      try {
        return await work(createTestClient(service.url, apiKey, faults));
      } finally {
        await service.stop();
        expect(faults).toEqual([]);
      }
    };
    const acme = async () => (await done('accounts', 'list')).match(/acc_\w+(?= +Acme)/)![0];
    const exported = async (...args: string[]) =>
      done('export', ...args, '--account', await acme());

    it('imports contacts in chunks, as the API does, and adds no contact twice', async () => {
      const rows = Array.from({ length: 5_200 }, (_, at) => {
        const phone = `+1${200 + Math.floor(at / 100)}55501${String(at % 100).padStart(2, '0')}`;
        return `${phone},"Name ""${at}""\r\n, and more",${at % 7}`;
      });
      const csv = ['phone,first_name,Shoe Size', ...rows, 'none,Nobody,1'].join('\n');
      const file = await writeInput(csv);
      const account = ['--account', await acme()];
      const first = await run('import', 'contacts', file, ...account);
      expect(first).toMatchObject({ code: 1, stdout: '5200 created, 0 updated, 1 refused.\n' });
      expect(first.stderr).toContain('95 % of the rows …');
      expect(first.stderr).toMatch(/^Line 10402, phone: /m);
      const again = await run('import', 'contacts', file, ...account);
      expect(again.stdout).toBe('0 created, 5200 updated, 1 refused.\n');
    });

    it('imports contacts from the standard input, which also reaches a container', async () => {
      const args = ['import', 'contacts', '-', '--account', await acme()];
      const csv = '\ufeffphone,first_name\n+12005550101,Zoë';
      const { code, stdout } = await textloomReading(csv, database.environment, ...args);
      expect([code, stdout]).toEqual([0, '0 created, 1 updated, 0 refused.\n']);
      expect(await exported('contacts')).toContain('"first_name":"Zoë"');
    });

    it.each([
      ['Windows-1252', 'latin1', ''],
      ['UTF-16', 'utf16le', '\ufeff'],
    ] as const)('keeps the letters of a file in %s', async (_, encoding, mark) => {
      const csv = (name: string) =>
        Buffer.from(`${mark}phone,first_name\n+12005550102,${name}`, encoding);
      const args = ['import', 'contacts', '-', '--account', await acme()];
      const ran = await textloomReading(csv('José'), database.environment, ...args);
      expect([ran.code, ran.stdout]).toEqual([0, '0 created, 1 updated, 0 refused.\n']);
      expect(await exported('contacts')).toContain('"first_name":"José"');
      await done(...args.with(2, await writeInput(csv('Zoë'))));
      expect(await exported('contacts')).toContain('"first_name":"Zoë"');
    });

    it('reports the problems of a file and of its options', async () => {
      const account = ['--account', await acme()];
      const refused = async (...args: string[]): Promise<Ran> =>
        run('import', 'contacts', ...args, ...account);
      const toFailure = (ran: Ran) => [ran.code, ran.stderr];
      expect(toFailure(await refused(join(folder, 'none.csv')))).toEqual([
        1,
        expect.stringMatching(/^The command finds no file .*none\.csv\. .*contacts - < FILE\.csv/),
      ]);
      expect(toFailure(await refused(folder))).toEqual([
        1,
        expect.stringMatching(/^The path leads to a folder: /),
      ]);
      expect(toFailure(await refused(await writeInput('name\nAda')))).toEqual([
        1,
        'The file needs a column of phone numbers. Name it phone in the first line.\n',
      ]);
      const file = await writeInput('phone\n+12025550123');
      expect(toFailure(await refused(file, '--list', 'lst_none'))).toEqual([
        1,
        expect.stringMatching(/^--list /),
      ]);
      const consent = ['--consent-source', 'form', '--consent-at', '2999-01-01T00:00:00Z'];
      expect(toFailure(await refused(file, ...consent))).toEqual([
        1,
        expect.stringMatching(/^--consent-at must be in the past/),
      ]);
    });

    it('exports the data of a service, in an order that it can import again', async () => {
      const csv = await exported('contacts', '--format', 'csv');
      expect(csv.split('\r\n')[0]).toBe(
        '"phone","first_name","last_name","email","external_id","time_zone","status","opted_out_numbers","consent_source","consent_at","shoe_size"',
      );
      const back = await run(
        'import',
        'contacts',
        await writeInput(csv),
        '--account',
        await acme(),
      );
      expect(back).toMatchObject({ code: 0, stdout: '0 created, 5200 updated, 0 refused.\n' });
      const contacts = (await exported('contacts')).trim().split('\n');
      expect(contacts).toHaveLength(5_200);
      expect(new Set(contacts.map((line) => (JSON.parse(line) as { id: string }).id)).size).toBe(
        5_200,
      );
      expect(JSON.parse(contacts[0]!)).toMatchObject({
        first_name: 'Name "0"\r\n, and more',
        attributes: { shoe_size: '0' },
      });
    });

    it('exports contacts so that an import restores them exactly, and writes no formula', async () => {
      const details = {
        first_name: ' Ada ',
        last_name: '=HYPERLINK("http://example.com","x")',
        external_id: ' c-1',
        attributes: { 'Shoe size': ' 39 ', mobile: '-1', phone: "'=1", constructor: 'BMW' },
      };
      const environment = { ...database.environment, PORT: '0', LOG_LEVEL: 'silent' };
      const { id } = await onService(environment, (client) =>
        client.contact.upsert({ phone: '+13125550177', ...details }),
      );
      // Others have no value for an attribute that objects have by nature.
      await onService(environment, (client) => client.contact.upsert({ phone: '+13125550178' }));
      const numbers = ['+12025550100', '+12025550101'];
      const optOuts = `phone,opted_out_numbers\n+13125550177,${numbers.join(' ')}\n`;
      await run('import', 'contacts', await writeInput(optOuts), '--account', await acme());
      const csv = await exported('contacts', '--format', 'csv');
      expect(csv).toContain(`"'=HYPERLINK(""http://example.com"",""x"")"`);
      expect(csv).not.toMatch(/"[=@-]/);
      await onService(environment, (client) => client.contact.delete({ id }));
      await run('import', 'contacts', await writeInput(csv), '--account', await acme());
      const back = await onService(environment, (client) =>
        client.contact.get({ id: '+13125550177' }),
      );
      expect(back).toMatchObject({ ...details, opted_out_numbers: numbers });
      expect(csv).toContain(`"'${numbers.join(' ')}"`);
      expect(back.attributes).toEqual(details.attributes);
    });

    it('exports messages, their events, and the consent ledger', async () => {
      const environment = { ...database.environment, PORT: '0', LOG_LEVEL: 'silent' };
      const service = await startService(readConfig(environment));
      const faults: string[] = [];
      const client = createTestClient(service.url, key, faults);
      await client.number.provision({ number: '+12125550188' });
      const { id } = await client.message.send({ to: handset(0, 404), text: 'Hi, "you"' });
      await until(
        'it is delivered',
        async () => (await client.message.get({ id })).status === 'delivered',
      );
      const message = await client.message.get({ id });
      const phone = handset(1, 404);
      await client.contact.upsert({ phone, status: 'opted_out' });
      const [record] = (await client.consent.list({ phone })).data;
      await service.stop();
      expect(faults).toEqual([]);
      expect(JSON.parse(await exported('messages'))).toEqual(message);
      const csv = await exported('messages', '--format', 'csv');
      expect(csv).toContain('"Hi, ""you"""');
      const events = (await exported('events')).trim().split('\n');
      expect(events.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual(
        expect.arrayContaining(['message.sent', 'message.delivered']),
      );
      const consents = (await exported('consents')).trim().split('\n');
      expect(JSON.parse(consents.at(-1)!)).toEqual(record);
      const table = await exported('consents', '--format', 'csv');
      expect(table).toMatch(/^"id","phone","contact_id","action","method"/);
      expect(table).toContain(`"${phone}","${record!.contact_id}","opted_out","api"`);
    });

    it('ends the quarantine of a number, so that another account can provision it now', async () => {
      const environment = { ...database.environment, PORT: '0', LOG_LEVEL: 'silent' };
      const number = '+12125550190';
      const end = (...args: string[]) => run('numbers', 'end-quarantine', ...args);
      const next = (await done('accounts', 'create', '--name', 'Next')).trim();
      await onService(environment, async (client) => {
        const { id } = await client.number.provision({ number });
        await client.number.release({ id });
      });
      for (const wrong of [[], ['+1 212 555 0190'], [number, number]])
        expect(await end(...wrong)).toMatchObject({ code: 2 });
      expect(await end('+12125550191')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('not in quarantine'),
      });
      expect(await end(number)).toMatchObject({ code: 0 });
      const provision = (client: Client) => client.number.provision({ number });
      expect(await onService(environment, provision, next)).toMatchObject({ number });
      const log = (await exported('audit')).trim().split('\n');
      expect(log.map((line) => JSON.parse(line) as object)).toContainEqual(
        expect.objectContaining({ operation: 'number.end_quarantine', actor: 'command_line' }),
      );
    });

    it('cancels due messages before a start from a backup, and keeps messages that are scheduled for later', async () => {
      const environment = { ...database.environment, PORT: '0', LOG_LEVEL: 'silent' };
      const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
      const [due, later, webhooks] = await onService(environment, async (client) => {
        await client.number.provision({ number: '+12125550189' });
        const create = (host: string) =>
          client.webhook.create({ url: `https://${host}/secret-path`, events: ['*'] });
        const used = await create('used.example.com');
        const unused = await create('unused.example.com');
        await client.webhook.update({ id: unused.id, status: 'disabled' });
        const send = (to: string) =>
          client.message.send({ to, text: 'Hi', from: '+12125550189', send_at: inAnHour });
        return [await send(handset(0, 405)), await send(handset(0, 406)), [used, unused]] as const;
      });
      const store = await connectStore(readConfig(environment));
      await store.db
        .updateTable('message')
        .set({ due_at: new Date(Date.now() - 60_000) })
        .where('id', '=', due.id)
        .execute();
      await store.close();
      expect(await done('messages', 'cancel-due', '--until', '2026-01-01T00:00:00Z')).toMatch(
        /^This command has nothing to cancel or pause\.\n/,
      );
      const [used, unused] = webhooks;
      // After a move to another machine, a message that is due was never sent.
      expect(await run('messages', 'cancel-due')).toMatchObject({
        code: 1,
        stdout: expect.stringContaining(used.id),
        stderr:
          'Messages to cancel: 1. Broadcasts to pause: 0. If the service sent nothing after this backup, do not cancel them, because nobody got them. Otherwise, run the command again with --yes.\n',
      });
      const stdout = await done('messages', 'cancel-due', '--yes');
      expect(stdout).toMatch(/^1 message is canceled\.\n/);
      // The operator must repeat what somebody released, moved or deleted after the backup.
      expect(stdout).toMatch(/Repeat what you did after the backup: released or moved numbers/);
      expect(stdout).toMatch(/^\+12125550189 +acc_\w+ /m);
      expect(stdout).toMatch(
        new RegExp(`^${used.id} +acc_\\w+ .* https://used\\.example\\.com$`, 'm'),
      );
      for (const hidden of [unused.id, 'secret-path']) expect(stdout).not.toContain(hidden);
      expect(await run('messages', 'cancel-due', '--until', 'soon')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('a time with a UTC offset'),
      });
      await onService(environment, async (client) => {
        expect((await client.message.get({ id: due.id })).status).toBe('canceled');
        expect((await client.message.get({ id: later.id })).status).toBe('scheduled');
        const events = await client.event.list({ message_id: due.id });
        expect(events.data.map(({ type }) => type)).toEqual(['message.canceled']);
      });
    });

    it('pauses broadcasts that had started before a start from a backup, so that nobody gets their text twice', async () => {
      const environment = { ...database.environment, PORT: '0', LOG_LEVEL: 'silent' };
      const [running, due, later] = await onService(environment, async (client) => {
        await client.contact.upsert({ phone: handset(0, 407) });
        const create = async (hours: number) => {
          const { id } = await client.broadcast.create({
            ...{ name: 'News', text: 'Hi', purpose: 'notification' },
            audience: { all_contacts: true },
            send_at: new Date(Date.now() + hours * 3_600_000).toISOString(),
          });
          return id;
        };
        return [await create(1), await create(2), await create(3)];
      });
      const store = await connectStore(readConfig(environment));
      const past = new Date(Date.now() - 60_000);
      const set = (id: string, change: object) =>
        store.db.updateTable('broadcast').set(change).where('id', '=', id).execute();
      await set(running, { status: 'running', started_at: past });
      await set(due, { send_at: past });
      await store.close();
      const command = ['messages', 'cancel-due'] as const;
      expect(await done(...command, '--until', '2026-01-01T00:00:00Z')).toContain('\nBROADCAST ');
      expect(await run(...command)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^Messages to cancel: 0\. Broadcasts to pause: 2\./),
      });
      expect(await done(...command, '--yes')).toContain('\n2 broadcasts are paused.\n');
      // After the backup, somebody may have resumed a paused one or changed when one starts.
      const listed = await done(...command);
      expect(listed).toContain('before it starts or before you resume it');
      for (const [id, status] of [
        [running, 'paused'],
        [due, 'paused'],
        [later, 'scheduled'],
      ] as const)
        expect(listed).toMatch(new RegExp(`^${id} +acc_\\w+ .* ${status} +News$`, 'm'));
      await onService(environment, async (client) => {
        const { data } = await client.broadcast.list({});
        const statuses = new Map(data.map(({ id, status }) => [id, status]));
        expect([running, due, later].map((id) => statuses.get(id))).toEqual([
          'paused',
          'paused',
          'scheduled',
        ]);
      });
      const log = (await exported('audit')).trim().split('\n');
      expect(log.map((line) => JSON.parse(line) as object)).toContainEqual(
        expect.objectContaining({ operation: 'broadcast.pause', actor: 'command_line' }),
      );
    });
  });
}

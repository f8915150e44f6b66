import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import {
  auditEntrySchema,
  consentSchema,
  contactSchema,
  messageSchema,
  toWire,
  type Contact,
  type ObjectSchema,
} from '@textloom/shared/contract';
import { formatCsvLine } from '@textloom/shared/csv';
import { sql, type SelectQueryBuilder } from 'kysely';
import { toAuditEntry } from '../../audit/toAuditEntry.ts';
import { recordAudit } from '../../audit/recordAudit.ts';
import { readConfig } from '../../config/config.ts';
import { getOrigin } from '../../config/getOrigin.ts';
import { toConsent } from '../../consents/toConsent.ts';
import { toContact, listIds } from '../../contacts/toContact.ts';
import type { Context } from '../../core/context.ts';
import { attributeTitle } from '../../imports/importColumns.ts';
import { receivedMedia } from '../../media/link.ts';
import { showMessage } from '../../messages/toMessage.ts';
import type { Db } from '../../store/database.ts';
import { UsageError, type Command } from '../command.ts';
import { chooseAccount, withDatabase } from '../withDatabase.ts';

type Fields = Readonly<Record<string, unknown>>;

type Source = Pick<Context, 'db' | 'origin' | 'clock'>;

/** Reads the next rows, oldest first. */
type Read<T> = (source: Source, accountId: string, after: string) => Promise<T[]>;

interface Export {
  /** Reads rows in the format of the API. */
  readonly read: Read<Fields>;
  readonly columns: (db: Db, accountId: string) => Promise<readonly string[]>;
  /** Returns the cells of a row by column. */
  readonly toCells: (row: Fields) => Fields;
}

const pageSize = 500;

const next = <DB, TB extends keyof DB, R>(
  query: SelectQueryBuilder<DB, TB, R>,
  accountId: string,
  after: string,
): Promise<R[]> =>
  query
    .where(sql.ref('account_id'), '=', accountId)
    .where(sql.ref('id'), '>', after)
    .orderBy(sql.ref('id'))
    .limit(pageSize)
    .execute();

/** Describes an export of objects, with a column for each field of their schema. */
const describeExport = (schema: ObjectSchema, read: Read<object>): Export => ({
  read: async (...asked) => (await read(...asked)).map((one) => toWire(schema, one) as Fields),
  columns: () => Promise.resolve(Object.keys(schema.properties)),
  toCells: (row) => row,
});

const resources: Readonly<Record<string, Export>> = {
  contacts: {
    ...describeExport(contactSchema, async ({ db }, ...from) => {
      const contacts = db.selectFrom('contact').selectAll().select(listIds);
      return (await next(contacts, ...from)).map(toContact);
    }),
    // These are the columns that "textloom import" reads, with a separate column for each
    // attribute.
    columns: async (db, accountId) => {
      const { rows } = await sql<{ name: string }>`
        select distinct jsonb_object_keys(attributes) as name from contact
        where account_id = ${accountId} order by 1`.execute(db);
      const own = ['phone', 'first_name', 'last_name', 'email', 'external_id', 'time_zone'];
      return [
        ...own,
        ...['status', 'opted_out_numbers', 'consent_source', 'consent_at'],
        ...rows.map(({ name }) => attributeTitle(name)),
      ];
    },
    toCells: (row) => {
      const { attributes, consent, opted_out_numbers, ...contact } = row as Fields &
        Pick<Contact, 'attributes' | 'consent' | 'opted_out_numbers'>;
      return {
        ...Object.fromEntries(
          Object.entries(attributes).map(([name, value]) => [attributeTitle(name), value]),
        ),
        ...contact,
        opted_out_numbers: opted_out_numbers.join(' '),
        consent_source: consent?.source,
        consent_at: consent?.at,
      };
    },
  },
  messages: describeExport(messageSchema, async (source, ...from) => {
    const messages = source.db.selectFrom('message').selectAll().select(receivedMedia);
    return (await next(messages, ...from)).map((row) => showMessage(source, row));
  }),
  consents: describeExport(consentSchema, async ({ db }, ...from) =>
    (await next(db.selectFrom('consent').selectAll(), ...from)).map(toConsent),
  ),
  audit: describeExport(auditEntrySchema, async ({ db }, ...from) =>
    (await next(db.selectFrom('audit_log').selectAll(), ...from)).map(toAuditEntry),
  ),
  events: {
    read: async ({ db }, ...from) => {
      const events = db.selectFrom('event').select(['id', 'body']).where('webhook_id', 'is', null);
      const rows = await next(events, ...from);
      return rows.map(({ body }) => JSON.parse(body) as Fields);
    },
    columns: () => Promise.resolve(['id', 'type', 'timestamp', 'data']),
    toCells: (row) => row,
  },
};

export const exportRows: Command = {
  forms: {
    [`export ${Object.keys(resources).join('|')} [--format ndjson|csv] [--account ID]`]:
      'Write all contacts, messages, consent records, audit entries, or events to standard output, oldest first',
  },
  run: async (args, io) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        account: { type: 'string' },
        format: { type: 'string', default: 'ndjson' },
      },
    });
    const [what = ''] = positionals;
    const { format } = values;
    const resource = Object.hasOwn(resources, what) ? resources[what] : undefined;
    if (!resource)
      throw new UsageError(`Specify what to export: ${Object.keys(resources).join(', ')}.`);
    if (format !== 'ndjson' && format !== 'csv')
      throw new UsageError('Set --format to ndjson or csv.');
    await withDatabase(io, async (db) => {
      const { id } = await chooseAccount(db, values.account);
      const operation = `${what.replace(/s$/, '')}.export`;
      await recordAudit(db, { accountId: id, operation, by: 'command_line', now: new Date() });
      const origin = getOrigin(readConfig(io.environment));
      const source = { db, origin: () => origin, clock: () => new Date() };
      const toLines = format === 'csv' ? csvLines : jsonLines;
      const lines = toLines(source, resource, id);
      await pipeline(Readable.from(lines), io.output, { end: false });
    });
    return 0;
  },
};

/** Reads page by page, so that only one page is in memory at a time. */
async function* readRows(
  source: Source,
  { read }: Export,
  accountId: string,
): AsyncGenerator<Fields> {
  for (let after = ''; ;) {
    const rows = await read(source, accountId, after);
    yield* rows;
    if (rows.length < pageSize) return;
    after = rows.at(-1)!.id as string;
  }
}

async function* jsonLines(
  source: Source,
  resource: Export,
  accountId: string,
): AsyncGenerator<string> {
  for await (const row of readRows(source, resource, accountId)) yield `${JSON.stringify(row)}\n`;
}

async function* csvLines(
  source: Source,
  resource: Export,
  accountId: string,
): AsyncGenerator<string> {
  const columns = await resource.columns(source.db, accountId);
  yield formatCsvLine(columns);
  for await (const row of readRows(source, resource, accountId)) {
    const cells = resource.toCells(row);
    // A contact without the attribute "constructor" must have an empty cell.
    yield formatCsvLine(columns.map((name) => (Object.hasOwn(cells, name) ? cells[name] : '')));
  }
}

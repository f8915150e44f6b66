import { sql, type Kysely } from 'kysely';

/** The two spellings of some mobile numbers, as `equivalentNumbers` has them. */
const spellings: readonly (readonly [string, string])[] = [
  ['^\\+549([1-8][0-9]{9})$', '+54\\1'],
  ['^\\+54([1-8][0-9]{9})$', '+549\\1'],
  ['^\\+521([2-9][0-9]{9})$', '+52\\1'],
  ['^\\+52([2-9][0-9]{9})$', '+521\\1'],
  ['^\\+55([1-9][0-9])9([6-9][0-9]{7})$', '+55\\1\\2'],
  ['^\\+55([1-9][0-9])([6-9][0-9]{7})$', '+55\\19\\2'],
];

/**
 * Adds conversations, and those of the texts received so far, which count as read. The index on
 * `message` contains only received messages, so sending costs nothing more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Processes of the previous version only read and add messages meanwhile.
  await sql`lock table message in share row exclusive mode`.execute(db);
  await db.schema
    .createTable('conversation')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('number', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('phones', sql`text[]`, (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('unread', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('last_message_id', 'text')
    .addColumn('opened_by', 'text')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .addColumn('closed_at', 'timestamptz')
    .execute();
  await sql`
    create index message_received on message (account_id, sender, recipient, id)
    where direction = 'inbound'`.execute(db);
  const other = spellings.reduceRight(
    (rest, [from, to]) =>
      sql`case when sender ~ ${from} then regexp_replace(sender, ${from}, ${to}) else ${rest} end`,
    sql`sender`,
  );
  await sql`
    insert into conversation (
      id, account_id, number, phone, phones, status, last_message_id, created_at, updated_at)
    select distinct on (id) id, account_id, number, phone,
      case phone when other then array[phone] else array[phone, other] end,
      'open', last_id, first_at, last_at
    from (
      select account_id, recipient as number, sender as phone, other,
        'cnv_' || left(encode(sha256(convert_to(
          account_id || ' ' || recipient || ' ' || least(sender collate "C", other collate "C"),
          'UTF8')), 'hex'), 32) as id,
        max(id) as last_id, min(created_at) as first_at, max(created_at) as last_at
      from (select *, ${other} as other from message where direction = 'inbound') as received
      group by account_id, recipient, sender, other
    ) as pair
    order by id, last_id desc`.execute(db);
  await sql`
    create index conversation_recent on conversation (account_id, updated_at, id)`.execute(db);
  await sql`
    create index conversation_number on conversation (account_id, number, updated_at, id)`.execute(
    db,
  );
  await sql`create index conversation_phone on conversation (account_id, phone)`.execute(db);
  await sql`
    create index conversation_open on conversation (account_id, updated_at, id)
    where status = 'open'`.execute(db);
  await sql`
    create index conversation_unread on conversation (account_id, updated_at, id)
    where unread > 0`.execute(db);
}

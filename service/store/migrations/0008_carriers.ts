import { sql, type Kysely } from 'kysely';

/** Supports carriers that respond late or never, and that deliver long texts in parts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable('part')
    .addColumn('is_unanswered', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();
  await schema
    .createIndex('part_unanswered')
    .on('part')
    .columns(['carrier', 'message_id'])
    .where(sql.ref('is_unanswered'), '=', true)
    .execute();

  await schema
    .alterTable('receipt')
    .addColumn('sender', 'text')
    .addColumn('recipient', 'text')
    .addColumn('reference', 'integer')
    .execute();
  await schema
    .createIndex('receipt_unmatched_addresses')
    .on('receipt')
    .columns(['carrier', 'sender', 'recipient'])
    .where(sql.ref('matched'), '=', false)
    .execute();

  await schema
    .createTable('incoming_part')
    .addColumn('carrier', 'text', (column) => column.notNull())
    .addColumn('sender', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('reference', 'integer', (column) => column.notNull())
    .addColumn('parts', 'integer', (column) => column.notNull())
    .addColumn('part', 'integer', (column) => column.notNull())
    .addColumn('data_coding', 'integer', (column) => column.notNull())
    .addColumn('octets', 'text', (column) => column.notNull())
    .addColumn('received_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('incoming_part_pkey', [
      'carrier',
      'sender',
      'recipient',
      'reference',
      'parts',
      'part',
    ])
    .execute();
}

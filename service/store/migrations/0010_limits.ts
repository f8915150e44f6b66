import { sql, type Kysely } from 'kysely';

/** Whose a text on a simulated handset is, what an account may send, and which keywords were answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  // A number may move to another account, and its texts must not move along.
  await schema.alterTable('handset_text').addColumn('account_id', 'text').execute();
  await sql`
    update handset_text set account_id = message.account_id
    from message where message.id = handset_text.message_id`.execute(db);
  await sql`
    update handset_text set account_id = message.account_id
    from message
    where handset_text.message_id is null and message.carrier = 'handset'
      and message.carrier_ref = handset_text.id`.execute(db);
  await schema
    .createIndex('handset_text_account')
    .on('handset_text')
    .columns(['account_id', 'seq'])
    .execute();

  await schema
    .alterTable('account')
    // Null allows all countries.
    .addColumn('countries', sql`text[]`)
    .addColumn('allows_premium', 'boolean', (column) => column.notNull().defaultTo(false))
    // Null is no budget.
    .addColumn('daily_segments', 'integer')
    .addColumn('segments_day', 'text')
    .addColumn('segments_used', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();

  await schema
    .createTable('keyword_answer')
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('keyword', 'text', (column) => column.notNull())
    .addColumn('answered_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('keyword_answer_pkey', ['account_id', 'phone', 'keyword'])
    .execute();
}

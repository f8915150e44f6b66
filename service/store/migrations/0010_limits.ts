import { sql, type Kysely } from 'kysely';

/**
 * Adds the owner of a text on a simulated handset, sending limits of accounts, and replies to
 * keywords.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  // When a number moves to another account, its texts must not move with it.
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
    // Null means that there is no budget.
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

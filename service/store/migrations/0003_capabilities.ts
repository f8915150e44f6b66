import type { CreateTableBuilder, Kysely } from 'kysely';
import { sql } from 'kysely';

const owned = <T extends string>(table: CreateTableBuilder<T>) =>
  table
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'));

/** Adds lists, registrations, quiet hours, and the rotation of webhook secrets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await owned(schema.createTable('registration'))
    .addColumn('brand', 'jsonb', (column) => column.notNull())
    .addColumn('campaign', 'jsonb', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('rejections', 'jsonb', (column) => column.notNull())
    .addColumn('submitted_at', 'timestamptz', (column) => column.notNull())
    .addColumn('decision_by', 'timestamptz', (column) => column.notNull())
    .addColumn('review_at', 'timestamptz', (column) => column.notNull())
    .addColumn('decided_at', 'timestamptz')
    .execute();
  await schema
    .createIndex('registration_account')
    .on('registration')
    .columns(['account_id', 'id'])
    .execute();
  // The sweep looks for undecided registrations.
  await schema
    .createIndex('registration_undecided')
    .on('registration')
    .column('review_at')
    .where(sql.ref('decided_at'), 'is', null)
    .execute();

  await schema
    .alterTable('number')
    .addColumn('campaign_id', 'text', (column) => column.references('registration.id'))
    .execute();
  // If two requests set the default number at the same time, only one succeeds.
  await schema
    .createIndex('number_default')
    .unique()
    .on('number')
    .column('account_id')
    .where(sql.ref('is_default'), '=', true)
    .execute();

  await owned(schema.createTable('list'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .addUniqueConstraint('list_name', ['account_id', 'name'])
    .execute();
  await schema
    .createTable('list_contact')
    .addColumn('list_id', 'text', (column) =>
      column.notNull().references('list.id').onDelete('cascade'),
    )
    .addColumn('contact_id', 'text', (column) =>
      column.notNull().references('contact.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('list_contact_pkey', ['list_id', 'contact_id'])
    .execute();
  await schema
    .createIndex('list_contact_contact')
    .on('list_contact')
    .column('contact_id')
    .execute();

  await schema.createIndex('contact_account').on('contact').columns(['account_id', 'id']).execute();

  await schema
    .alterTable('message')
    .addColumn('country', 'text')
    .addColumn('campaign_id', 'text')
    .addColumn('list_ids', sql`text[]`, (column) => column.notNull().defaultTo(sql`'{}'`))
    .addColumn('held_reason', 'text')
    .addColumn('quiet_zones', sql`text[]`)
    .execute();

  await schema
    .alterTable('webhook')
    .addColumn('previous_secret', 'text')
    .addColumn('previous_secret_until', 'timestamptz')
    .addColumn('failing_since', 'timestamptz')
    .execute();
}

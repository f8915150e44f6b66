import { sql, type Kysely, type CreateTableBuilder } from 'kysely';

const owned = <T extends string>(table: CreateTableBuilder<T>) =>
  table
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'));

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('account')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('default_country', 'text', (column) => column.notNull())
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .execute();

  await owned(schema.createTable('api_key'))
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('is_bootstrap', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .execute();

  await owned(schema.createTable('number'))
    .addColumn('number', 'text', (column) => column.notNull().unique())
    .addColumn('country', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('is_default', 'boolean', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .execute();

  await owned(schema.createTable('contact'))
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('first_name', 'text')
    .addColumn('last_name', 'text')
    .addColumn('email', 'text')
    .addColumn('external_id', 'text')
    .addColumn('attributes', 'jsonb', (column) => column.notNull())
    .addColumn('time_zone', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('consent', 'jsonb')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .addUniqueConstraint('contact_phone', ['account_id', 'phone'])
    .execute();
  await schema
    .createIndex('contact_email')
    .on('contact')
    .columns(['account_id', 'email'])
    .execute();
  await schema
    .createIndex('contact_external_id')
    .on('contact')
    .columns(['account_id', 'external_id'])
    .execute();

  await schema
    .createTable('opt_out')
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('opt_out_pkey', ['account_id', 'phone'])
    .execute();

  await owned(schema.createTable('message'))
    .addColumn('direction', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('sender', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('sent_text', 'text')
    .addColumn('encoding', 'text', (column) => column.notNull())
    .addColumn('segments', 'integer', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('contact_id', 'text')
    .addColumn('reference', 'text')
    .addColumn('metadata', 'jsonb', (column) => column.notNull())
    .addColumn('error', 'jsonb')
    .addColumn('in_reply_to', 'text')
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('send_at', 'timestamptz')
    .addColumn('expires_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('sent_at', 'timestamptz')
    .addColumn('delivered_at', 'timestamptz')
    .addColumn('final_at', 'timestamptz')
    .addColumn('carrier', 'text')
    .addColumn('carrier_ref', 'text')
    .addColumn('submitting_at', 'timestamptz')
    .addColumn('claim', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('is_keyword_reply', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();
  await schema.createIndex('message_account').on('message').columns(['account_id', 'id']).execute();
  await schema
    .createIndex('message_recipient')
    .on('message')
    .columns(['account_id', 'recipient', 'id'])
    .execute();
  await schema
    .createIndex('message_reference')
    .on('message')
    .columns(['account_id', 'reference'])
    .where(sql.ref('reference'), 'is not', null)
    .execute();
  await schema
    .createIndex('message_carrier_ref')
    .unique()
    .on('message')
    .columns(['carrier', 'carrier_ref'])
    .where(sql.ref('carrier_ref'), 'is not', null)
    .execute();
  // The sweep looks for messages that are not final, by the time when they expire.
  await schema
    .createIndex('message_open')
    .on('message')
    .column('expires_at')
    .where(sql.ref('final_at'), 'is', null)
    .execute();

  await schema
    .createTable('part')
    .addColumn('carrier', 'text', (column) => column.notNull())
    .addColumn('ref', 'text', (column) => column.notNull())
    .addColumn('message_id', 'text', (column) => column.notNull().references('message.id'))
    .addColumn('part', 'integer', (column) => column.notNull())
    .addColumn('outcome', 'text')
    .addColumn('carrier_code', 'text')
    .addPrimaryKeyConstraint('part_pkey', ['carrier', 'ref'])
    .execute();
  await schema.createIndex('part_message').on('part').column('message_id').execute();

  await schema
    .createTable('receipt')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('carrier', 'text', (column) => column.notNull())
    .addColumn('ref', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('carrier_code', 'text', (column) => column.notNull())
    .addColumn('received_at', 'timestamptz', (column) => column.notNull())
    .addColumn('matched', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();
  await schema
    .createIndex('receipt_unmatched')
    .on('receipt')
    .columns(['carrier', 'ref'])
    .where(sql.ref('matched'), '=', false)
    .execute();

  await owned(schema.createTable('event'))
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('message_id', 'text')
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await schema.createIndex('event_account').on('event').columns(['account_id', 'id']).execute();
  await schema.createIndex('event_message').on('event').column('message_id').execute();

  await owned(schema.createTable('webhook'))
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('events', 'jsonb', (column) => column.notNull())
    .addColumn('filter', 'jsonb')
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('disabled_reason', 'text')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .addUniqueConstraint('webhook_url', ['account_id', 'url'])
    .execute();

  await schema
    .createTable('delivery')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('webhook_id', 'text', (column) =>
      column.notNull().references('webhook.id').onDelete('cascade'),
    )
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('event_type', 'text', (column) => column.notNull())
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('status_code', 'integer')
    .addColumn('answer', 'text')
    .addColumn('error', 'text')
    .addColumn('duration_ms', 'integer', (column) => column.notNull())
    .addColumn('started_at', 'timestamptz', (column) => column.notNull())
    .addColumn('next_attempt_at', 'timestamptz')
    .execute();
  await schema
    .createIndex('delivery_webhook')
    .on('delivery')
    .columns(['webhook_id', 'id'])
    .execute();

  await schema
    .createTable('idempotency')
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_pkey', ['account_id', 'path', 'key'])
    .execute();
  await schema.createIndex('idempotency_created').on('idempotency').column('created_at').execute();

  await schema
    .createTable('handset_text')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('handset', 'text', (column) => column.notNull())
    .addColumn('direction', 'text', (column) => column.notNull())
    .addColumn('sender', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('message_id', 'text')
    .addColumn('parts', 'integer', (column) => column.notNull())
    .addColumn('is_shown', 'boolean', (column) => column.notNull())
    .addColumn('at', 'timestamptz', (column) => column.notNull())
    .addColumn('seq', 'bigserial', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('handset_text_handset')
    .on('handset_text')
    .columns(['handset', 'seq'])
    .execute();
  await schema.createIndex('handset_text_seq').on('handset_text').column('seq').execute();
  await schema
    .createIndex('handset_text_message')
    .on('handset_text')
    .column('message_id')
    .execute();
}

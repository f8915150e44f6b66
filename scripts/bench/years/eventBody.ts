import { messageSchema, sampleOf } from '@textloom/shared/contract';
import { sql, type RawBuilder } from 'kysely';

/** The fields of the message that its event repeats. */
const columns = {
  id: sql`id`,
  direction: sql`direction`,
  status: sql`status`,
  to: sql`recipient`,
  from: sql`sender`,
  text: sql`text`,
  purpose: sql`purpose`,
};

/** Returns an expression for the body of the last event of a message. */
export function eventBody(): RawBuilder<string> {
  const names = Object.keys(columns);
  const data = {
    ...sampleOf(messageSchema),
    ...Object.fromEntries(names.map((name) => [name, `@${name}@`])),
    ...{ previous_status: 'sent', burst: null, contact: null },
  };
  const body = JSON.stringify({
    ...{ id: '@event@', type: 'message.@status@', timestamp: new Date().toISOString(), data },
  });
  const fill = (text: RawBuilder<unknown>, name: string, value: RawBuilder<unknown>) =>
    sql`replace(${text}, ${sql.lit(`@${name}@`)}, ${value})`;
  const filled = Object.entries(columns).reduce<RawBuilder<unknown>>(
    (text, [name, value]) => fill(text, name, value),
    sql`${sql.lit(body)}`,
  );
  return fill(filled, 'event', sql`'evt' || substr(id, 4)`) as RawBuilder<string>;
}

import type { Input, Message, contract } from '@textloom/shared/contract';
import type { Insertable, Selectable } from 'kysely';
import type { Call } from '../handlers.ts';
import { refuse, ServiceError } from '../http/serviceError.ts';
import { newId } from '../ids.ts';
import type { MessageTable, NumberTable } from '../store/tables.ts';
import { encode } from './encode.ts';
import { messageOf, type MessageRow } from './messageOf.ts';
import { parseTime } from './parseTime.ts';
import { toE164 } from './phone.ts';
import { priorityOf } from './purpose.ts';
import { requirePhone } from './requirePhone.ts';

type NewMessage = Input<(typeof contract)['message']['send']>;

const day = 86_400_000;
const furthestAhead = 35 * day;
/** Clocks differ, and a request takes time: what is due this long ago is due now. */
const graceMs = 60_000;
const mostSegments = 10;

/**
 * Takes messages to send: checks each, stores those that pass and queues them, in the transaction of
 * the call. Answers for each in order; a refused one stops no other.
 */
export async function sendMessages(
  call: Call,
  inputs: readonly NewMessage[],
): Promise<(Message | ServiceError)[]> {
  const known = await look(call, inputs);
  const results = inputs.map((input) => attempt(() => compose(call, input, known)));
  const rows = results.flatMap((result) => (result instanceof ServiceError ? [] : [result]));
  const stored = new Map((await store(call, rows)).map((row) => [row.id, row]));
  return results.map((result) =>
    result instanceof ServiceError ? result : messageOf(stored.get(result.id)!),
  );
}

async function store(
  { trx, context }: Call,
  news: readonly Insertable<MessageTable>[],
): Promise<MessageRow[]> {
  if (news.length === 0) return [];
  const rows = await trx.insertInto('message').values(news).returningAll().execute();
  await context.enqueue(
    trx,
    'dispatch',
    rows.map(({ id, purpose, send_at }) => ({
      data: { messageId: id },
      priority: priorityOf[purpose],
      ...(send_at && { startAfter: send_at }),
    })),
  );
  return rows;
}

/** What the checks need to know, looked up once for all messages. */
interface Known {
  readonly numbers: readonly Selectable<NumberTable>[];
  /** Contacts by id and by phone number. */
  readonly contacts: ReadonlyMap<string, { readonly id: string; readonly phone: string }>;
  readonly optedOut: ReadonlySet<string>;
}

async function look({ trx, account }: Call, inputs: readonly NewMessage[]): Promise<Known> {
  const ids = inputs.flatMap(({ contact_id }) => contact_id ?? []);
  const phones = inputs.flatMap(({ to }) =>
    to === undefined ? [] : (toE164(to, account.default_country) ?? []),
  );
  const contacts = await trx
    .selectFrom('contact')
    .select(['id', 'phone'])
    .where('account_id', '=', account.id)
    .where((where) =>
      where.or([where('id', 'in', [...ids, '']), where('phone', 'in', [...phones, ''])]),
    )
    .execute();
  const optOuts = await trx
    .selectFrom('opt_out')
    .select('phone')
    .where('account_id', '=', account.id)
    .where('phone', 'in', [...phones, ...contacts.map(({ phone }) => phone), ''])
    .execute();
  const numbers = await trx
    .selectFrom('number')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('status', '=', 'active')
    .execute();
  return {
    numbers,
    contacts: new Map(
      contacts.flatMap((contact) => [
        [contact.id, contact] as const,
        [contact.phone, contact] as const,
      ]),
    ),
    optedOut: new Set(optOuts.map(({ phone }) => phone)),
  };
}

function compose(call: Call, input: NewMessage, known: Known): Insertable<MessageTable> {
  const { now, account, context } = call;
  const recipient = recipientOf(call, input, known);
  const sender = senderOf(call, input.from, known);
  const encoded = encodedOf(input);
  const sendAt = input.send_at === undefined ? undefined : sendAtOf(input.send_at, now);
  const unroutable = context.carrier.route(recipient);
  if (unroutable) throw new ServiceError('no_route', { detail: `${unroutable}.` });
  if (known.optedOut.has(recipient)) throw new ServiceError('recipient_opted_out');
  return {
    id: newId('msg'),
    account_id: account.id,
    direction: 'outbound',
    status: sendAt ? 'scheduled' : 'queued',
    recipient,
    sender,
    text: input.text,
    sent_text: encoded.sentText,
    encoding: encoded.encoding,
    segments: encoded.segments,
    purpose: input.purpose ?? 'notification',
    contact_id: known.contacts.get(recipient)?.id ?? null,
    reference: input.reference ?? null,
    metadata: JSON.stringify(input.metadata ?? {}),
    sequence: 0,
    send_at: sendAt ?? null,
    expires_at: new Date((sendAt ?? now).getTime() + (input.ttl ?? 86_400) * 1000),
    created_at: now,
  };
}

function recipientOf(call: Call, { to, contact_id }: NewMessage, { contacts }: Known): string {
  if (contact_id === undefined) return requirePhone(call, to!, '/to');
  return (
    contacts.get(contact_id)?.phone ??
    refuse('/contact_id', 'not_found', 'is not a contact of this account')
  );
}

function senderOf({ account }: Call, from: string | undefined, { numbers }: Known): string {
  if (from === undefined) {
    const number = numbers.find(({ is_default }) => is_default);
    if (number) return number.number;
    throw new ServiceError('sender_not_owned', {
      detail: 'The account has no default number: choose a sender.',
    });
  }
  const wanted = toE164(from, account.default_country) ?? from;
  const number = numbers.find((one) => one.number === wanted || one.number === from);
  if (number) return number.number;
  throw new ServiceError('sender_not_owned', {
    faults: [
      { pointer: '/from', code: 'invalid_sender', detail: 'is not a sender of this account' },
    ],
  });
}

function encodedOf({ text, encoding = 'auto', smart_encoding = false }: NewMessage) {
  const encoded =
    encode(text, encoding, smart_encoding) ??
    refuse(
      '/text',
      'not_gsm7',
      'has a character that GSM-7 cannot spell; choose the encoding auto',
    );
  return encoded.segments <= mostSegments
    ? encoded
    : refuse(
        '/text',
        'too_many_segments',
        `takes ${encoded.segments} segments, and ${mostSegments} is the most`,
      );
}

/** Undefined where the time has come. */
function sendAtOf(text: string, now: Date): Date | undefined {
  const at = parseTime(text, '/send_at');
  const ahead = at.getTime() - now.getTime();
  if (ahead > furthestAhead) refuse('/send_at', 'out_of_range', 'is more than 35 days ahead');
  if (ahead < -graceMs) refuse('/send_at', 'out_of_range', 'has passed');
  return ahead > 0 ? at : undefined;
}

function attempt<T>(work: () => T): T | ServiceError {
  try {
    return work();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

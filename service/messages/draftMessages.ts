import type { Input, contract } from '@textloom/shared/contract';
import { sql, type Insertable, type Selectable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { refuse, ServiceError } from '../lib/errors.ts';
import { iso } from '../lib/iso.ts';
import { newId } from '../lib/ids.ts';
import type { MessageTable, NumberTable, RegistrationTable } from '../store/tables.ts';
import { listIds } from '../contacts/contactOf.ts';
import { encode, type Encoded } from '../segments/encode.ts';
import { marketingRefusal } from './marketingRefusal.ts';
import { parseTime } from '../lib/parseTime.ts';
import { countryOf, senderOf, toE164 } from '../lib/phone.ts';
import { quietHoursOf } from './quietHours.ts';
import { recipientRefusal } from './recipientRefusal.ts';
import { requirePhone } from '../lib/requirePhone.ts';
import { holdBudget, type Budget } from '../accounts/spendSegments.ts';

export type NewMessage = Input<(typeof contract)['message']['send']>;
type Caller = Pick<UnitOfWork, 'trx' | 'account' | 'context' | 'now'>;
type SenderNumber = Pick<
  Selectable<NumberTable>,
  'number' | 'type' | 'country' | 'is_default' | 'campaign_id' | 'carrier'
>;

/** What is true of a message, or why that cannot be told. */
type Fact<T> = T | ServiceError;

/** What can be told of a message whether or not it is taken. */
export interface Facts {
  /** E.164. */
  readonly recipient: Fact<string>;
  readonly country: string | null;
  readonly number: Fact<SenderNumber>;
  readonly encoded: Fact<Encoded>;
  readonly timing: Fact<Timing>;
}

interface Timing {
  /** Null where it goes out at once. */
  readonly sendAt: Date | null;
  readonly heldReason: MessageTable['held_reason'];
  readonly quietZones: string[] | null;
  readonly expiresAt: Date;
}

export interface Draft {
  readonly facts: Facts;
  /** The message as it would be stored, or why it is not taken. */
  readonly row: Fact<Insertable<MessageTable>>;
}

const day = 86_400_000;
const furthestAhead = 35 * day;
/** Clocks differ, and a request takes time: what is due this long ago is due now. */
const graceMs = 60_000;
/** What the longest text takes in GSM-7. */
const mostSegments = 11;

/** Finds out about messages to send, of each whether it is taken; stores nothing. Drafts are in order. */
export async function draftMessages(
  caller: Caller,
  inputs: readonly NewMessage[],
): Promise<Draft[]> {
  const known = await look(caller, inputs);
  const budget = await holdBudget(caller.trx, caller.account, caller.now);
  let { left } = budget;
  return inputs.map((input) => {
    const facts = collectFacts(caller, input, known);
    const row = attempt(() => {
      const composed = compose(caller, input, known, facts);
      if (composed.segments > left) refuseSpending(budget);
      left -= composed.segments;
      return composed;
    });
    return { facts, row };
  });
}

const refuseSpending = ({ total }: Budget): never => {
  throw new ServiceError('budget_spent', {
    detail: `This account may send ${total} segments a day, and the message takes more than is left of them today.`,
  });
};

export const valueOrUndefined = <T>(fact: Fact<T>): T | undefined =>
  fact instanceof ServiceError ? undefined : fact;

function valueOrThrow<T>(fact: Fact<T>): T {
  if (fact instanceof ServiceError) throw fact;
  return fact;
}

function attempt<T>(work: () => T): Fact<T> {
  try {
    return work();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

interface KnownContact {
  readonly id: string;
  readonly phone: string;
  readonly time_zone: string | null;
  readonly list_ids: string[];
}

/** What the checks need to know, looked up once for all messages. */
interface Known {
  /** Those that are asked for, and the default one. */
  readonly numbers: readonly SenderNumber[];
  /** Contacts by id and by phone number. */
  readonly contacts: ReadonlyMap<string, KnownContact>;
  readonly optedOut: ReadonlySet<string>;
  /** Registrations by id, of the numbers that marketing is sent from; none where that needs none. */
  readonly campaigns: ReadonlyMap<
    string,
    Pick<Selectable<RegistrationTable>, 'status' | 'decision_by'>
  >;
}

async function look(caller: Caller, inputs: readonly NewMessage[]): Promise<Known> {
  const { trx, account } = caller;
  const ids = inputs.flatMap(({ contact_id }) => contact_id ?? []);
  const phones = inputs.flatMap(({ to }) =>
    to === undefined ? [] : (toE164(to, account.default_country) ?? []),
  );
  const senders = inputs.flatMap(({ from }) =>
    from === undefined ? [] : senderOf(from, account.default_country),
  );
  // In one statement: each takes a turn of both sides, which is what an answer takes longest to wait for.
  const { contacts, optOuts, numbers } = await trx
    .selectNoFrom((look) => [
      jsonArrayFrom(
        look
          .selectFrom('contact')
          .select(['id', 'phone', 'time_zone', listIds])
          .where('account_id', '=', account.id)
          .where(sql<boolean>`(id = any(${ids}::text[]) or phone = any(${phones}::text[]))`),
      ).as('contacts'),
      jsonArrayFrom(
        look
          .selectFrom('opt_out')
          .select('phone')
          .where('account_id', '=', account.id)
          .where(
            sql<boolean>`phone = any(${phones}::text[] || array(
              select phone from contact where account_id = ${account.id} and id = any(${ids}::text[])
            ))`,
          ),
      ).as('optOuts'),
      jsonArrayFrom(
        look
          .selectFrom('number')
          .select(['number', 'type', 'country', 'is_default', 'campaign_id', 'carrier'])
          .where('account_id', '=', account.id)
          .where('status', '=', 'active')
          .where(sql<boolean>`(is_default or number = any(${senders}::text[]))`),
      ).as('numbers'),
    ])
    .executeTakeFirstOrThrow();
  return {
    numbers,
    contacts: new Map(
      contacts.flatMap((contact) => [
        [contact.id, contact] as const,
        [contact.phone, contact] as const,
      ]),
    ),
    optedOut: new Set(optOuts.map(({ phone }) => phone)),
    campaigns: await lookUpCampaigns(caller, inputs, numbers),
  };
}

async function lookUpCampaigns(
  { trx, context }: Caller,
  inputs: readonly NewMessage[],
  numbers: readonly SenderNumber[],
): Promise<Known['campaigns']> {
  const ids = numbers.flatMap(({ campaign_id }) => campaign_id ?? []);
  const isNeeded = context.enforce10dlc && inputs.some(({ purpose }) => purpose === 'marketing');
  if (!isNeeded || ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('registration')
    .select(['id', 'status', 'decision_by'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function collectFacts(caller: Caller, input: NewMessage, known: Known): Facts {
  const recipient = attempt(() => recipientOf(caller, input, known));
  const phone = valueOrUndefined(recipient);
  return {
    recipient,
    country: phone === undefined ? null : countryOf(phone, caller.account.default_country),
    number: attempt(() => numberOf(caller, input, known)),
    encoded: attempt(() => encodedOf(input)),
    timing: attempt(() => timingOf(caller, input, known, recipient)),
  };
}

/** The row of a message that is taken; the order of the checks is that in which refusals are told. */
function compose(
  { now, account, context }: Caller,
  input: NewMessage,
  known: Known,
  { country, ...facts }: Facts,
): Insertable<MessageTable> {
  const recipient = valueOrThrow(facts.recipient);
  const disallowed = recipientRefusal(account, recipient, country);
  if (disallowed) throw disallowed;
  const number = valueOrThrow(facts.number);
  const encoded = valueOrThrow(facts.encoded);
  if (encoded.segments > mostSegments) refuseLength(encoded);
  const timing = valueOrThrow(facts.timing);
  if (timing.sendAt && timing.sendAt >= timing.expiresAt) refuseHold(timing.sendAt);
  const carrier = context.carriers.route({
    from: number.number,
    to: recipient,
    owner: number.carrier,
  });
  if (typeof carrier === 'string') throw new ServiceError('no_route', { detail: `${carrier}.` });
  if (known.optedOut.has(recipient)) throw new ServiceError('recipient_opted_out');
  const purpose = input.purpose ?? 'notification';
  const campaign = known.campaigns.get(number.campaign_id ?? '');
  const unregistered =
    context.enforce10dlc &&
    marketingRefusal({ purpose, number, campaign, recipientCountry: country });
  if (unregistered) throw unregistered;
  const contact = known.contacts.get(recipient);
  return {
    id: newId('msg'),
    account_id: account.id,
    direction: 'outbound',
    status: timing.sendAt ? 'scheduled' : 'queued',
    recipient,
    sender: number.number,
    text: input.text,
    sent_text: encoded.sentText,
    encoding: encoded.encoding,
    segments: encoded.segments,
    purpose,
    country,
    contact_id: contact?.id ?? null,
    list_ids: contact?.list_ids ?? [],
    campaign_id: number.campaign_id,
    reference: input.reference ?? null,
    metadata: JSON.stringify(input.metadata ?? {}),
    sequence: 0,
    send_at: timing.sendAt,
    held_reason: timing.heldReason,
    quiet_zones: timing.quietZones,
    expires_at: timing.expiresAt,
    created_at: now,
  };
}

function recipientOf(caller: Caller, { to, contact_id }: NewMessage, { contacts }: Known): string {
  if (contact_id === undefined) return requirePhone(caller, to!, '/to');
  return (
    contacts.get(contact_id)?.phone ??
    refuse('/contact_id', 'not_found', 'is not a contact of this account')
  );
}

function numberOf({ account }: Caller, { from }: NewMessage, { numbers }: Known): SenderNumber {
  if (from === undefined) {
    const number = numbers.find(({ is_default }) => is_default);
    if (number) return number;
    throw new ServiceError('sender_not_owned', {
      detail: 'The account has no default number.',
      fieldErrors: [
        {
          pointer: '/from',
          code: 'required',
          detail: 'is required, for the account has no default number',
        },
      ],
    });
  }
  const wanted = senderOf(from, account.default_country);
  const number = numbers.find((one) => one.number === wanted);
  if (number) return number;
  throw new ServiceError('sender_not_owned', {
    fieldErrors: [
      { pointer: '/from', code: 'invalid_sender', detail: 'is not a sender of this account' },
    ],
  });
}

const encodedOf = ({ text, encoding = 'auto', smart_encoding = false }: NewMessage): Encoded =>
  encode(text, encoding, smart_encoding) ??
  refuse('/text', 'not_gsm7', 'has a character that GSM-7 cannot spell; choose the encoding auto');

const refuseLength = ({ segments }: Encoded): never =>
  refuse(
    '/text',
    'too_many_segments',
    `takes ${segments} segments, and ${mostSegments} is the most`,
  );

/** When a message goes out: when it is wanted, or at the end of its recipient's quiet hours. */
function timingOf(
  { account, now }: Caller,
  { send_at, ttl = 86_400, purpose }: NewMessage,
  { contacts }: Known,
  recipient: Fact<string>,
): Timing {
  const wanted = send_at === undefined ? now : wantedAt(send_at, now);
  const expiresAt = new Date(wanted.getTime() + ttl * 1000);
  const asWanted = { sendAt: wanted > now ? wanted : null, heldReason: null, expiresAt };
  if (purpose !== 'marketing') return { ...asWanted, quietZones: null };
  const phone = valueOrThrow(recipient);
  const contactZone = contacts.get(phone)?.time_zone;
  const quiet = quietHoursOf({ phone, contactZone, accountZone: account.time_zone }, wanted);
  const quietZones = quiet.zones;
  return quiet.opening > wanted
    ? { sendAt: quiet.opening, heldReason: 'quiet_hours', quietZones, expiresAt }
    : { ...asWanted, quietZones };
}

/** Now where the time has come. */
function wantedAt(text: string, now: Date): Date {
  const at = parseTime(text, '/send_at');
  const ahead = at.getTime() - now.getTime();
  if (ahead > furthestAhead) refuse('/send_at', 'out_of_range', 'is more than 35 days ahead');
  if (ahead < -graceMs) refuse('/send_at', 'out_of_range', 'has passed');
  return ahead > 0 ? at : now;
}

/** Refused at once, because one that is sure to expire would be lost without a word. */
const refuseHold = (opening: Date): never =>
  refuse(
    '/ttl',
    'out_of_range',
    `ends before the recipient's quiet hours do, at ${iso(opening)}; make it longer, or send later`,
  );

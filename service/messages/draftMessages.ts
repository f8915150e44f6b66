import type { Insertable } from 'kysely';
import { refuse, ServiceError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import type { MessageTable } from '../store/messageTables.ts';
import { encode, type Encoded } from '../segments/encode.ts';
import { marketingRefusal } from './marketingRefusal.ts';
import { countryOf, senderOf } from '../lib/phone.ts';
import { recipientRefusal } from './recipientRefusal.ts';
import { requirePhone } from '../lib/requirePhone.ts';
import { holdBudget, type Budget } from '../accounts/spendSegments.ts';
import { type Known, look } from './lookUpFacts.ts';
import { refuseHold, timingOf } from './timing.ts';
import {
  type Caller,
  type Fact,
  type Facts,
  type NewMessage,
  type SenderNumber,
  attempt,
  valueOrThrow,
  valueOrUndefined,
} from './facts.ts';

export interface Draft {
  readonly facts: Facts;
  /** The message as it would be stored, or the reason why it is refused. */
  readonly row: Fact<Insertable<MessageTable>>;
}

/** The longest text needs this many segments in GSM-7. */
const mostSegments = 11;

/** Checks messages to send without storing them, and returns a draft for each, in order. */
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
    detail: `This account can send ${total} segments per day, and the message needs more than remain today.`,
  });
};

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

/** Returns the row of an accepted message. If several checks fail, the first one decides the refusal. */
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
          detail: 'is required because the account has no default number',
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
  refuse('/text', 'not_gsm7', 'has a character that GSM-7 cannot encode; set encoding to auto');

const refuseLength = ({ segments }: Encoded): never =>
  refuse(
    '/text',
    'too_many_segments',
    `needs ${segments} segments, but the maximum is ${mostSegments}`,
  );

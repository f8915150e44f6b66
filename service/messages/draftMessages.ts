import { contract, limits } from '@textloom/shared/contract';
import type { Insertable } from 'kysely';
import { mapInTurns } from '../concurrency/mapInTurns.ts';
import { withDefaults } from '../core/withDefaults.ts';
import { fail, refuse, ServiceError } from '../errors/serviceError.ts';
import type { ConsentRefusal } from '../consents/permissions.ts';
import { newId } from '../lib/ids.ts';
import type { RoutedMessage } from '../carriers/carriers.ts';
import { findOtherRoutes, type HasOtherRoute } from '../carriers/state/findOtherRoutes.ts';
import type { MessageTable } from '../store/tables/messageTables.ts';
import { encode, type Encoded } from '../segments/encode.ts';
import { marketingRefusal } from './checks/marketingRefusal.ts';
import { findCountry } from '../phones/phone.ts';
import { mergeText } from '../mergeFields/mergeText.ts';
import { requireMedia } from './checks/requireMedia.ts';
import { chooseSender } from './checks/requireSender.ts';
import { recipientRefusal, requireOther } from './checks/recipientRefusal.ts';
import { requirePhone } from '../phones/requirePhone.ts';
import { lockDailyLimit, type DailyLimit } from '../accounts/spendSegments.ts';
import { type Lookups, lookUpFacts } from './lookUpFacts.ts';
import { refuseExpiry, planTiming } from './timing/planTiming.ts';
import {
  type DraftContext,
  type Fact,
  type Facts,
  type FilledMessage,
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

const { input: schema } = contract.message.send;

/** Checks messages to send without storing them, and returns a draft for each, in order. */
export const draftMessages = async (
  unit: DraftContext,
  inputs: readonly NewMessage[],
): Promise<Draft[]> => enforceDailyLimit(unit, await draftWithoutLimit(unit, inputs));

/** Checks everything except the daily limit, so that it locks nothing. */
export async function draftWithoutLimit(
  unit: DraftContext,
  given: readonly NewMessage[],
): Promise<Draft[]> {
  // The service itself sends messages too, and the fields of a batch have no defaults yet.
  const inputs = given.map((input) => withDefaults(schema, input));
  const lookups = await lookUpFacts(unit, inputs);
  const facts = await mapInTurns(inputs, (input) => collectFacts(unit, input, lookups));
  const composeAll = (hasOtherRoute: HasOtherRoute) =>
    mapInTurns(inputs, (input, at) => ({
      facts: facts[at]!,
      row: attempt(() => compose(unit, input, { ...lookups, hasOtherRoute }, facts[at]!)),
    }));
  const drafts = await composeAll(() => false);
  return drafts.some(({ row }) => row instanceof ServiceError && isAboutRoute(row))
    ? composeAll(await findOtherRoutes(unit.trx, unit.context.carriers))
    : drafts;
}

const isAboutRoute = ({ code }: ServiceError): boolean =>
  code === 'no_route' || code === 'media_not_supported';

/** Refuses drafts that exceed the daily limit, which stays locked until the transaction ends. */
export async function enforceDailyLimit(
  unit: DraftContext,
  drafts: readonly Draft[],
): Promise<Draft[]> {
  if (drafts.length === 0) return [];
  const limit = await lockDailyLimit(unit.trx, unit.account, unit.now);
  let { remaining } = limit;
  return drafts.map((draft) => {
    const row = attempt(() => {
      const composed = valueOrThrow(draft.row);
      if (composed.segments > remaining) refuseBeyondLimit(limit, unit.account.time_zone);
      remaining -= composed.segments;
      return composed;
    });
    return { ...draft, row };
  });
}

const refuseBeyondLimit = ({ total }: DailyLimit, timeZone: string): never => {
  throw new ServiceError('daily_limit_reached', {
    detail: `This account can send ${total} segments per day, and the message needs more than remain today. The next day begins at midnight in the time zone of the account, ${timeZone}.`,
  });
};

function collectFacts(unit: DraftContext, input: FilledMessage, lookups: Lookups): Facts {
  const recipient = attempt(() => resolveRecipient(unit, input, lookups));
  const phone = valueOrUndefined(recipient);
  const text = attempt(() => mergeText(input, lookups.findContactByPhone(phone ?? '')));
  const number = attempt(() => chooseSender(unit, input, lookups));
  const getRoute = () => toRoute(valueOrThrow(number), valueOrThrow(recipient));
  return {
    recipient,
    country: phone === undefined ? null : findCountry(phone, unit.account.default_country),
    number,
    text,
    encoded: attempt(() => encodeForCarrier(unit.context, input, valueOrThrow(text), getRoute)),
    media: attempt(() => requireMedia(unit, input)),
    timing: attempt(() => planTiming(unit, input, lookups, recipient)),
  };
}

const toRoute = ({ number, carrier }: SenderNumber, to: string) => ({
  from: number,
  to,
  owner: carrier,
});

/**
 * Returns the row of an accepted message. If several checks fail, the first one decides the
 * refusal.
 */
function compose(
  { now, account, context }: DraftContext,
  input: FilledMessage,
  lookups: Lookups & { readonly hasOtherRoute: HasOtherRoute },
  { country, ...facts }: Facts,
): Insertable<MessageTable> {
  const recipient = valueOrThrow(facts.recipient);
  const disallowed = recipientRefusal(account, recipient, country);
  if (disallowed) throw disallowed;
  const number = valueOrThrow(facts.number);
  requireOther(number.number, recipient);
  const { purpose } = input;
  const text = { accountId: account.id, recipient, sender: number.number, purpose };
  // This comes before the text, because no other text may go to the recipient either.
  const unwanted = lookups.findConsentRefusal(text);
  if (unwanted) refuseUnwanted(unwanted);
  const encoded = valueOrThrow(facts.encoded);
  requireLength(encoded);
  const media = valueOrThrow(facts.media);
  const timing = valueOrThrow(facts.timing);
  if (timing.sendAt && timing.sendAt >= timing.expiresAt) refuseExpiry(timing.sendAt);
  const textLength = (encoded.sentText ?? valueOrThrow(facts.text)).length;
  const route = { ...toRoute(number, recipient), hasMedia: media !== null, textLength };
  if (!lookups.hasOtherRoute(route)) requireRoute(context, route);
  const campaign = lookups.campaigns.get(number.campaign_id ?? '');
  const unregistered =
    context.enforce10dlc &&
    marketingRefusal({ purpose, number, campaign, recipientCountry: country });
  if (unregistered) throw unregistered;
  const contact = lookups.findContactByPhone(recipient);
  return {
    id: newId('msg'),
    account_id: account.id,
    direction: 'outbound',
    status: timing.sendAt ? 'scheduled' : 'queued',
    recipient,
    sender: number.number,
    text: valueOrThrow(facts.text),
    media: media && JSON.stringify(media),
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

const whilePending = 'The contact is pending, and gets no marketing until they confirm.';
const refuseUnwanted = (code: ConsentRefusal): never =>
  fail(code, code === 'opt_in_required' ? { detail: whilePending } : {});

/** Refuses a message that no carrier can send, even if a carrier could send its text alone. */
function requireRoute({ carriers }: DraftContext['context'], message: RoutedMessage): void {
  const { carrier, reason } = carriers.route(message);
  if (carrier) return;
  const find = (other: Partial<RoutedMessage>) => carriers.route({ ...message, ...other }).carrier;
  if (message.hasMedia && find({ hasMedia: false }) && !find({ textLength: 0 }))
    throw new ServiceError('media_not_supported');
  throw new ServiceError('no_route', { detail: `${reason}.` });
}

function resolveRecipient(
  unit: DraftContext,
  { to, contact_id }: NewMessage,
  { findContact }: Lookups,
): string {
  if (contact_id === undefined) return requirePhone(unit, to!, '/to');
  return (
    findContact(contact_id)?.phone ??
    refuse('/contact_id', 'not_found', 'is not a contact of this account')
  );
}

/** Encodes the text. Providers bill an MMS once, however long its text is. */
export function encodeMessage(
  {
    encoding,
    smart_encoding,
    media_urls,
  }: Pick<FilledMessage, 'encoding' | 'smart_encoding' | 'media_urls'>,
  text: string,
): Encoded {
  const encoded =
    encode(text, encoding, smart_encoding) ??
    refuse('/text', 'not_gsm7', 'has a character that GSM-7 cannot encode; set encoding to auto');
  return media_urls ? { ...encoded, segments: 1 } : encoded;
}

/** Encodes the text as the carrier of the message will send it. */
export function encodeForCarrier(
  { carriers }: DraftContext['context'],
  input: Pick<FilledMessage, 'encoding' | 'smart_encoding' | 'media_urls'>,
  text: string,
  getRoute: () => Omit<RoutedMessage, 'hasMedia'>,
): Encoded {
  const encoded = encodeMessage(input, text);
  if (encoded.encoding === 'ucs2' || carriers.all.every(({ hasCharacters }) => !hasCharacters))
    return encoded;
  const { carrier } = carriers.route({ ...getRoute(), hasMedia: Boolean(input.media_urls) });
  if (carrier?.hasCharacters?.(encoded.sentText ?? text) ?? true) return encoded;
  if (input.encoding === 'gsm7')
    refuse(
      '/text',
      'not_gsm7',
      'has a character that the carrier cannot send in its alphabet; set encoding to auto',
    );
  return encodeMessage({ ...input, encoding: 'ucs2' }, text);
}

export function requireLength({ segments }: Encoded): void {
  if (segments > limits.segments)
    refuse(
      '/text',
      'too_many_segments',
      `needs ${segments} segments; the limit is ${limits.segments}`,
    );
}

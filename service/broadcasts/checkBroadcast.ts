import { contract, formatCount, limits, type FilledInput } from '@textloom/shared/contract';
import { lockLists } from '../contacts/lockLists.ts';
import { withDefaults } from '../core/withDefaults.ts';
import { refuse, ServiceError } from '../errors/serviceError.ts';
import { parseTime } from '../times/parseTime.ts';
import { requireTimeZone } from '../times/requireTimeZone.ts';
import { hasBrokenMergeField, mayHaveMergeFields } from '../mergeFields/mergeFields.ts';
import { mergeText } from '../mergeFields/mergeText.ts';
import { encodeMessage, requireLength } from '../messages/draftMessages.ts';
import type { DraftContext, SenderNumber } from '../messages/facts.ts';
import { lookUpFacts } from '../messages/lookUpFacts.ts';
import { marketingRefusal } from '../messages/checks/marketingRefusal.ts';
import { requireMedia } from '../messages/checks/requireMedia.ts';
import { chooseSender } from '../messages/checks/requireSender.ts';
import { parseSendAt } from '../messages/timing/planTiming.ts';
import type { BroadcastRow } from './broadcastStatus.ts';

export type BroadcastInput = FilledInput<(typeof contract)['broadcast']['preview']>;

/** The content and the sender that all messages of a broadcast share. */
export type BroadcastContent = Pick<
  BroadcastRow,
  'sender' | 'text' | 'media' | 'smart_encoding' | 'purpose' | 'metadata'
>;

export interface CheckedBroadcast {
  readonly content: BroadcastContent;
  /** Null if the broadcast starts immediately. */
  readonly sendAt: Date | null;
}

/** Checks everything about a broadcast that does not depend on the recipient. */
export async function checkBroadcast(
  unit: DraftContext,
  input: BroadcastInput,
): Promise<CheckedBroadcast> {
  await checkAudience(unit, input.audience);
  const { text = '', purpose, smart_encoding, metadata = {}, from, media_urls } = input;
  const message = withDefaults(contract.message.send.input, {
    purpose,
    smart_encoding,
    ...(from !== undefined && { from }),
    ...(media_urls && { media_urls: [...media_urls] }),
  });
  const lookups = await lookUpFacts(unit, [message]);
  const number = chooseSender(unit, message, lookups);
  if (hasBrokenMergeField(text))
    refuse(
      '/text',
      'invalid_format',
      'has braces without a complete merge field; write it like {{first_name}} or {{first_name|there}}',
    );
  if (!mayHaveMergeFields(text)) {
    const merged = mergeText({ ...input, merge_fields: false }, undefined);
    const encoded = encodeMessage(message, merged);
    requireLength(encoded);
    requireCarrierLength(unit.context, number, encoded.sentText ?? merged);
  }
  const media = requireMedia(unit, message);
  const sendAt = input.send_at === undefined ? unit.now : parseSendAt(input.send_at, unit.now);
  const campaign = lookups.campaigns.get(number.campaign_id ?? '');
  // Without a filter, the service skips only the recipients in the US.
  const recipientCountry = input.audience.filter?.country ?? null;
  const unregistered =
    unit.context.enforce10dlc && marketingRefusal({ purpose, number, campaign, recipientCountry });
  if (unregistered) throw unregistered;
  return {
    content: { sender: number.number, text, media, smart_encoding, purpose, metadata },
    sendAt: sendAt > unit.now ? sendAt : null,
  };
}

/** Refuses a text that is too long for each carrier. The broadcast would skip everybody. */
function requireCarrierLength(
  { carriers }: DraftContext['context'],
  { number, carrier }: SenderNumber,
  { length }: string,
): void {
  const known = carriers.findRoutes({ from: number, owner: carrier }).carriers;
  const longest = Math.max(...known.map(({ maxTextLength = Infinity }) => maxTextLength));
  if (known.length > 0 && length > longest)
    refuse('/text', 'too_long', `must be at most ${longest} characters long for this sender`);
}

async function checkAudience(
  { trx, account }: DraftContext,
  { list_ids = [], exclude_list_ids = [], filter, all_contacts }: BroadcastInput['audience'],
): Promise<void> {
  if (all_contacts === false && list_ids.length === 0 && !filter)
    refuse(
      '/audience/all_contacts',
      'not_one_of',
      'must be true unless you give lists or a filter',
    );
  if (filter?.time_zone !== undefined)
    requireTimeZone(filter.time_zone, '/audience/filter/time_zone');
  for (const name of ['created_after', 'created_before'] as const) {
    const time = filter?.[name];
    if (time !== undefined) parseTime(time, `/audience/filter/${name}`);
  }
  for (const [name, ids] of Object.entries({ list_ids, exclude_list_ids }))
    await lockLists(trx, {
      accountId: account.id,
      ids,
      pointer: (index) => `/audience/${name}/${index}`,
    });
}

export const tooManyRecipients = (): ServiceError =>
  new ServiceError('validation_failed', {
    fieldErrors: [
      {
        pointer: '/audience',
        code: 'too_long',
        detail: `has more than ${formatCount(limits.broadcastRecipients)} contacts`,
      },
    ],
  });

import { limits, type contract, type Output } from '@textloom/shared/contract';
import { limitRuns } from '../concurrency/limitRuns.ts';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { hasOtherSpelling, phoneKey } from '../phones/equivalentNumbers.ts';
import { ServiceError } from '../errors/serviceError.ts';
import { draftWithoutLimit, type Draft } from '../messages/draftMessages.ts';
import type { DraftContext } from '../messages/facts.ts';
import { iso } from '../times/iso.ts';
import {
  checkBroadcast,
  tooManyRecipients,
  type BroadcastInput,
  type CheckedBroadcast,
} from './checkBroadcast.ts';
import { toNewMessage } from './createMessages.ts';
import { findLastContact, readAudience, type AudienceContact } from './readAudience.ts';
import { findSkipped, reasonOfRefusal, type SkippedReason } from './skippedReason.ts';

type Preview = Output<(typeof contract)['broadcast']['preview']>;
type BroadcastForecast = Omit<Preview, 'would_send' | 'problem'> & {
  readonly problem: ServiceError | null;
};
type Drafted = Exclude<Draft['row'], ServiceError>;

const noCounts = { recipients: 0, messages: 0, held: 0, segments: 0 };
const nothing = { ...noCounts, next_message_at: null, skipped: [], samples: [] };
const contactsPerPart = 1_000;
const limitPreviews = limitRuns({
  max: limits.broadcastPreviews,
  detail: 'This account is already previewing broadcasts. Wait until a preview ends.',
  retryAfter: 1,
});

/**
 * Predicts a broadcast exactly, with the checks of sending. It reads the audience in parts, in a
 * short transaction each, so that other work of the process and of the database continues.
 */
export const previewBroadcast = (
  caller: Pick<UnitOfWork, 'context' | 'account'>,
  input: BroadcastInput,
): Promise<BroadcastForecast> =>
  limitPreviews(caller.account.id, () => previewAudience(caller, input));

async function previewAudience(
  { context, account }: Pick<UnitOfWork, 'context' | 'account'>,
  input: BroadcastInput,
): Promise<BroadcastForecast> {
  const now = context.clock();
  const read = <T>(work: (unit: DraftContext) => Promise<T>): Promise<T> =>
    context.db.transaction().execute((trx) => work({ context, account, now, trx }));
  const checked = await read((unit) => checkBroadcast(unit, input)).catch(asRefusal);
  if (checked instanceof ServiceError) return { ...nothing, problem: checked };
  const forecast = { ...noCounts };
  let first = Infinity;
  const isTooLarge = () => forecast.recipients > limits.broadcastRecipients;
  const skipped = new Map<SkippedReason, number>();
  const samples: Preview['samples'] = [];
  const isFirst = createPhoneFilter();
  const last = await findLastContact(context.db, account.id);
  for (let after: string | undefined = ''; after !== undefined && !isTooLarge();) {
    const from: string = after;
    const part = await read(async (unit) => {
      const { contacts, next } = await readAudience(unit.trx, {
        account,
        audience: input.audience,
        last,
        after: from,
        limit: contactsPerPart,
      });
      const recipients = contacts.filter(({ phone }) => isFirst(phone));
      return { next, recipients, outcomes: await draftFor(unit, checked, recipients) };
    });
    after = part.next;
    forecast.recipients += part.recipients.length;
    for (const [at, outcome] of part.outcomes.entries()) {
      if (typeof outcome === 'string') {
        skipped.set(outcome, (skipped.get(outcome) ?? 0) + 1);
        continue;
      }
      const { text, encoding, segments, held_reason, send_at } = outcome;
      forecast.messages++;
      forecast.segments += segments;
      if (held_reason) forecast.held++;
      first = Math.min(first, new Date(send_at ?? now).getTime());
      const { id: contact_id, phone } = part.recipients[at]!;
      if (samples.length < limits.broadcastSamples)
        samples.push({ contact_id, phone, text, encoding, segments });
    }
  }
  return {
    ...forecast,
    next_message_at: first > now.getTime() && first < Infinity ? iso(new Date(first)) : null,
    skipped: [...skipped].map(([reason, count]) => ({ reason, count })),
    samples,
    problem: isTooLarge() ? tooManyRecipients() : null,
  };
}

const asRefusal = (error: unknown): ServiceError => {
  if (error instanceof ServiceError) return error;
  throw error;
};

/** Returns the message to each contact, or why the contact gets none, in order. */
async function draftFor(
  unit: DraftContext,
  { content, sendAt }: CheckedBroadcast,
  contacts: readonly AudienceContact[],
): Promise<(Drafted | SkippedReason)[]> {
  const skipped = await findSkipped(unit, contacts);
  const due = contacts.filter(({ id }) => !skipped.has(id));
  const drafts = (
    await draftWithoutLimit(
      unit,
      due.map(({ id }) => ({
        ...toNewMessage(content, id),
        ...(sendAt && { send_at: iso(sendAt) }),
      })),
    )
  ).values();
  return contacts.map(({ id }) => {
    const reason = skipped.get(id);
    if (reason) return reason;
    const { row } = drafts.next().value!;
    return row instanceof ServiceError ? reasonOfRefusal(row) : row;
  });
}

/** Returns a function that is true for the first spelling of each phone. */
function createPhoneFilter(): (phone: string) => boolean {
  const seen = new Set<string>();
  return (phone) => {
    // An account has one contact for each spelling, so only numbers with several can repeat.
    if (!hasOtherSpelling(phone)) return true;
    const key = phoneKey(phone);
    return !seen.has(key) && !!seen.add(key);
  };
}

import { createHash } from 'node:crypto';
import type { Context } from '../core/context.ts';
import { composeText } from '../lib/composeText.ts';
import { sanitizeText } from '../lib/sanitizeText.ts';
import { hour } from '../times/durations.ts';
import { recordSubmitResults } from './results/recordSubmitResults.ts';
import { recordReceipts } from './receipts/receipts.ts';
import { receive } from '../messages/receive.ts';
import { incoming } from '../observability/metrics.ts';
import type {
  SubmitResponse,
  CarrierRef,
  Inbox,
  IncomingText,
  Receipt,
  SubmitResult,
} from '../carriers/carrier.ts';
import { storeEach, storeBatch, type InboxOutcome } from '../carriers/storeEach.ts';

interface Events {
  /** Runs after storing submit results. Messages that waited for them may be due now. */
  readonly onSubmitResponses: () => void;
  readonly onCapacity: () => void;
  readonly onError: (error: unknown, doing: string) => void;
}

const reportEveryMs = hour;

/**
 * Receives everything that carriers deliver. Removes what the database cannot store. Each submit
 * result, receipt, and text has a separate outcome.
 */
export function openInbox(
  context: Context,
  carrier: CarrierRef,
  { onSubmitResponses, onCapacity, onError }: Events,
): Inbox {
  const recordOutcomes = async (
    kind: 'response' | 'receipt' | 'text',
    store: (onFailure: (outcome: InboxOutcome, error: unknown) => void) => Promise<InboxOutcome[]>,
  ): Promise<InboxOutcome[]> => {
    const failed = new Set<InboxOutcome>();
    const outcomes = await store((outcome, error) => {
      // One log entry is enough for all postponed items, but the log counts every dropped item.
      if (outcome === 'postponed' && failed.has(outcome)) return;
      failed.add(outcome);
      onError(
        error,
        outcome === 'dropped'
          ? `storing one of the ${kind}s, which is dropped`
          : `storing ${kind}s`,
      );
    });
    for (const outcome of outcomes) incoming.inc({ kind, outcome });
    return outcomes;
  };
  let reportedAt = -Infinity;
  /** Reports texts that no account gets. One log entry per hour is enough. */
  const reportUnassigned = () => {
    const now = context.clock().getTime();
    if (now < reportedAt + reportEveryMs) return;
    reportedAt = now;
    onError(
      new Error(
        'No account held the number of a text when the text came. Provision the number. If an ' +
          'account has it now, compare the clocks of your machines. If the carrier names its ' +
          'numbers without the country code, set default_country.',
      ),
      `receiving texts from the carrier ${carrier.name}`,
    );
  };

  return {
    submitResponses: async (submitResponses) => {
      const outcomes = await recordOutcomes('response', async (onFailure) => {
        const storables = submitResponses.map(storableResponse);
        const store = (some: readonly SubmitResponse[]) =>
          recordSubmitResults(context, carrier, some);
        const outcomes = await storeBatch(storables, store, onFailure);
        // The outcome of the message matters more than the carrier's codes and references.
        const bare = storables.filter((_, at) => outcomes[at] === 'dropped').map(bareResponse);
        const bareOutcomes = await storeBatch(bare, store, onFailure);
        return outcomes.map((outcome) =>
          outcome === 'dropped' && bareOutcomes.shift() === 'postponed' ? 'postponed' : outcome,
        );
      });
      if (outcomes.some((outcome) => outcome !== 'postponed')) onSubmitResponses();
      return outcomes;
    },
    receipts: (receipts) =>
      recordOutcomes('receipt', (onFailure) =>
        storeBatch(
          receipts.map(storableReceipt),
          (some) => recordReceipts(context, carrier, some),
          onFailure,
        ),
      ),
    texts: async (texts) => {
      const outcomes = await recordOutcomes('text', (onFailure) =>
        storeEach(
          texts.map(storableText),
          (text) => receive(context, carrier.name, text),
          onFailure,
        ),
      );
      if (outcomes.includes('unassigned')) reportUnassigned();
      return outcomes;
    },
    onCapacity,
  };
}

const storableResponse = ({ result, ...response }: SubmitResponse): SubmitResponse => ({
  ...response,
  result: storableResult(result),
});

function storableResult(result: SubmitResult): SubmitResult {
  switch (result.kind) {
    case 'accepted':
      // Many messages would share an ID that is empty after the removal.
      return { ...result, refs: result.refs.map((ref) => (ref && storableRef(ref)) || null) };
    case 'refused':
      return { ...result, carrierCode: sanitizeText(result.carrierCode) };
    case 'unsent':
      return result;
  }
}

/** Returns a submit result without the carrier's codes and references. */
const bareResponse = ({ result, ...response }: SubmitResponse): SubmitResponse => ({
  ...response,
  result: bareResult(result),
});

function bareResult(result: SubmitResult): SubmitResult {
  switch (result.kind) {
    case 'accepted':
      return { ...result, refs: result.refs.map(() => null) };
    case 'refused':
      return { ...result, carrierCode: 'UNKNOWN' };
    case 'unsent':
      return result;
  }
}

const storableText = ({ ref, from, to, text, media, ...more }: IncomingText): IncomingText => ({
  ...more,
  ref: storableRef(ref),
  from: sanitizeText(from),
  to: sanitizeText(to),
  text: composeText(sanitizeText(text)),
  media: media?.map((one) => ({ ...one, url: sanitizeText(one.url) })),
});

const storableReceipt = ({ ref, code, message, ...receipt }: Receipt): Receipt => ({
  ...receipt,
  ref: storableRef(ref),
  code: sanitizeText(code),
  ...(message && {
    message: {
      ...message,
      from: message.from && sanitizeText(message.from),
      to: message.to && sanitizeText(message.to),
    },
  }),
});

/**
 * The longest reference that is stored unchanged. SMPP 3.4 allows 64 characters, and an index entry
 * 2.7 kB.
 */
const maxRefLength = 255;

/**
 * Replaces a longer reference by its digest, which is the same for the submit result and for the
 * receipt.
 */
function storableRef(ref: string): string {
  const stored = sanitizeText(ref);
  return stored.length > maxRefLength ? createHash('sha256').update(stored).digest('hex') : stored;
}

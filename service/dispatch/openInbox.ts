import { createHash } from 'node:crypto';
import type { Context } from '../core/context.ts';
import { recordSubmitResults } from './recordSubmitResults.ts';
import { takeReceipts } from './receipts.ts';
import { receive } from '../messages/receive.ts';
import { incoming } from '../observability/metrics.ts';
import type {
  Answer,
  Carrier,
  Inbox,
  IncomingText,
  Receipt,
  SubmitResult,
} from '../carriers/carrier.ts';
import { takeEach, takeTogether, type Fate } from '../carriers/takeEach.ts';

interface Events {
  /** Runs after storing submit results. Messages that waited for them may be due now. */
  readonly onAnswers: () => void;
  readonly onCapacity: () => void;
  readonly onError: (error: unknown, doing: string) => void;
}

/**
 * Receives everything that carriers deliver. Removes what the database cannot store. Each submit
 * result, receipt, and text has a separate fate.
 */
export function openInbox(
  context: Context,
  carrier: Carrier,
  { onAnswers, onCapacity: onRoom, onError }: Events,
): Inbox {
  const taking = async (
    kind: 'answer' | 'receipt' | 'text',
    take: (onFailure: (fate: Fate, error: unknown) => void) => Promise<Fate[]>,
  ): Promise<Fate[]> => {
    const failed = new Set<Fate>();
    const fates = await take((fate, error) => {
      // One log entry is enough for all postponed items, but every dropped item gets an entry.
      if (fate === 'postponed' && failed.has(fate)) return;
      failed.add(fate);
      onError(
        error,
        fate === 'dropped' ? `storing one of the ${kind}s, which is dropped` : `storing ${kind}s`,
      );
    });
    for (const fate of fates) incoming.inc({ kind, result: fate });
    return fates;
  };
  return {
    answers: async (answers) => {
      const fates = await taking('answer', async (onFailure) => {
        const storables = answers.map(storableAnswer);
        const take = (some: readonly Answer[]) => recordSubmitResults(context, carrier, some);
        const fates = await takeTogether(storables, take, onFailure);
        // The outcome of the message matters more than the carrier's codes and references.
        const bare = storables.filter((_, at) => fates[at] === 'dropped').map(bareAnswer);
        const bareFates = await takeTogether(bare, take, onFailure);
        return fates.map((fate) =>
          fate === 'dropped' && bareFates.shift() === 'postponed' ? 'postponed' : fate,
        );
      });
      if (fates.some((fate) => fate !== 'postponed')) onAnswers();
      return fates;
    },
    receipts: (receipts) =>
      taking('receipt', (onFailure) =>
        takeTogether(
          receipts.map(storableReceipt),
          (some) => takeReceipts(context, carrier, some),
          onFailure,
        ),
      ),
    texts: (texts) =>
      taking('text', (onFailure) =>
        takeEach(
          texts.map(storableText),
          (text) => receive(context, carrier.name, text),
          onFailure,
        ),
      ),
    onCapacity: onRoom,
  };
}

const storableAnswer = ({ result, ...answer }: Answer): Answer => ({
  ...answer,
  result: storableResult(result),
});

function storableResult(result: SubmitResult): SubmitResult {
  switch (result.kind) {
    case 'accepted':
      // Many messages would share an ID that is empty after the removal.
      return { ...result, refs: result.refs.map((ref) => (ref && storableRef(ref)) || null) };
    case 'refused':
      return { ...result, carrierCode: storable(result.carrierCode) };
    case 'throttled':
      return result;
  }
}

/** Returns a submit result without the carrier's codes and references. */
const bareAnswer = ({ result, ...answer }: Answer): Answer => ({
  ...answer,
  result: bareResult(result),
});

function bareResult(result: SubmitResult): SubmitResult {
  switch (result.kind) {
    case 'accepted':
      return { ...result, refs: result.refs.map(() => null) };
    case 'refused':
      return { ...result, carrierCode: 'UNKNOWN' };
    case 'throttled':
      return result;
  }
}

const storableText = ({ ref, from, to, text }: IncomingText): IncomingText => ({
  ref: storableRef(ref),
  from: storable(from),
  to: storable(to),
  text: storable(text),
});

const storableReceipt = ({ ref, code, about, ...receipt }: Receipt): Receipt => ({
  ...receipt,
  ref: storableRef(ref),
  code: storable(code),
  ...(about && {
    about: {
      ...about,
      from: about.from && storable(about.from),
      to: about.to && storable(about.to),
    },
  }),
});

/** The longest reference that is stored unchanged. SMPP 3.4 allows 64 characters, and an index entry 2.7 kB. */
const longestRef = 255;

/** Replaces a longer reference by its digest, which is the same for the submit result and for the receipt. */
function storableRef(ref: string): string {
  const stored = storable(ref);
  return stored.length > longestRef ? createHash('sha256').update(stored).digest('hex') : stored;
}

/** Removes U+0000, which PostgreSQL cannot store, and replaces half characters. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

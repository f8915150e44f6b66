import type { Context } from '../context.ts';
import { takeAnswers } from '../delivery/dispatch.ts';
import { takeReceipts } from '../delivery/receipts.ts';
import { receive } from '../messaging/receive.ts';
import { incoming } from '../metrics.ts';
import type { Carrier, Inbox, IncomingText, Receipt } from './carrier.ts';
import { takeEach, takeTogether, type Fate } from './takeEach.ts';

interface Events {
  /** Answers were taken, and what waited for them may go. */
  readonly onAnswers: () => void;
  readonly onRoom: () => void;
  readonly onError: (error: unknown, doing: string) => void;
}

/**
 * Where everything enters that carriers bring. What the database cannot store is removed here, and
 * each receipt and each text has a fate of its own.
 */
export function openInbox(
  context: Context,
  carrier: Carrier,
  { onAnswers, onRoom, onError }: Events,
): Inbox {
  const taking = async (
    kind: 'receipt' | 'text',
    take: (onFailure: (fate: Fate, error: unknown) => void) => Promise<Fate[]>,
  ): Promise<Fate[]> => {
    const failed = new Set<Fate>();
    const fates = await take((fate, error) => {
      // Of many that must be brought again, one log entry is enough; of those that are lost, none is.
      if (fate === 'postponed' && failed.has(fate)) return;
      failed.add(fate);
      onError(
        error,
        fate === 'dropped' ? `storing a ${kind}, which is dropped` : `taking ${kind}s`,
      );
    });
    for (const fate of fates) incoming.inc({ kind, result: fate });
    return fates;
  };
  return {
    answers: async (answers) => {
      try {
        await takeAnswers(context, carrier, answers);
        onAnswers();
      } catch (error) {
        onError(error, 'taking answers');
        throw error;
      }
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
    room: onRoom,
  };
}

const storableText = ({ ref, from, to, text }: IncomingText): IncomingText => ({
  ref: storable(ref),
  from: storable(from),
  to: storable(to),
  text: storable(text),
});

const storableReceipt = ({ ref, code, about, ...receipt }: Receipt): Receipt => ({
  ...receipt,
  ref: storable(ref),
  code: storable(code),
  ...(about && {
    about: {
      ...about,
      from: about.from && storable(about.from),
      to: about.to && storable(about.to),
    },
  }),
});

/** PostgreSQL stores no U+0000, and half a character is none. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

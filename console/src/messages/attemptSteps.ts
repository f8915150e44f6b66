import type { Attempt, AttemptResult } from '@textloom/shared/contract';
import type { Step } from './steps.ts';

/** Returns the steps for the attempts that did not submit the message to a carrier. */
export const toAttemptSteps = (attempts: readonly Attempt[]): Step[] =>
  attempts.flatMap(({ id, result, carrier, carrier_code, count, first_at }) => {
    const text = attemptTexts[result];
    if (!text) return [];
    const notes = [
      carrier_code && `The carrier reported ${carrier_code}.`,
      count > 1 && `${count.toLocaleString()} attempts ended like this.`,
      text.note,
    ];
    return [
      {
        key: id,
        title: text.title(carrier),
        at: first_at,
        note: notes.filter(Boolean).join(' ') || undefined,
        tone: 'warning' as const,
      },
    ];
  });

/** A success and a refusal are events of the message, too. */
const attemptTexts: Record<
  AttemptResult,
  { readonly title: (carrier: string) => string; readonly note?: string } | undefined
> = {
  accepted: undefined,
  refused: undefined,
  no_response: {
    title: (carrier) => `No usable response from ${carrier}`,
    note: 'The carrier may have the message, so no other carrier gets it.',
  },
  limited: { title: (carrier) => `${carrier} asked for a pause` },
  temporary_error: { title: (carrier) => `${carrier} had a temporary error` },
  unreachable: { title: (carrier) => `${carrier} could not be reached` },
};

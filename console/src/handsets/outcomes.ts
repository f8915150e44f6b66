import { getBehavior as outcomeByDigits, type HandsetBehavior } from '@textloom/shared/handsets';
import { parseHandsetNumber } from '../phoneNumber.ts';

/** Returns the outcome of texts to a handset, or undefined if no handset can have the number. */
export const findOutcome = (number: string): HandsetBehavior | undefined =>
  parseHandsetNumber(number) === undefined ? undefined : outcomeByDigits(number);

export type Tone = 'info' | 'warning' | 'error';

export function chooseTone(outcome: HandsetBehavior): Tone {
  if (!arrives(outcome) || outcome.failingPart !== undefined) return 'error';
  return outcome === outcomeByDigits('00') ? 'info' : 'warning';
}

/** Returns true if texts appear on the handset. */
export const arrives = ({ lost, refused }: HandsetBehavior): boolean => !lost && !refused;

export interface OutcomeRow {
  /** The digits as ranges: 00–49, 62–99. */
  readonly digits: string;
  /** The first two digits with this outcome. */
  readonly first: string;
  readonly title: string;
}

/** Lists every outcome with its last two digits. */
export const outcomeRows: readonly OutcomeRow[] = [
  ...Map.groupBy(
    Array.from({ length: 100 }, (_, digits) => digits),
    (digits) => outcomeByDigits(twoDigits(digits)).title,
  ),
].map(([title, digits]) => ({ digits: formatRanges(digits), first: twoDigits(digits[0]!), title }));

function formatRanges(sorted: readonly number[]): string {
  const starts = sorted.filter((digits) => !sorted.includes(digits - 1));
  const ends = sorted.filter((digits) => !sorted.includes(digits + 1));
  return starts
    .map((start, index) =>
      start === ends[index] ? twoDigits(start) : `${twoDigits(start)}–${twoDigits(ends[index]!)}`,
    )
    .join(', ');
}

function twoDigits(digits: number): string {
  return String(digits).padStart(2, '0');
}

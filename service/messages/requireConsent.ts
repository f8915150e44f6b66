import type { Contact } from '@textloom/shared/contract';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { refuse } from '../lib/errors.ts';
import { parseTime } from '../lib/parseTime.ts';

type Consent = NonNullable<Contact['consent']>;

/** Milliseconds by which another program's clock may be ahead of this one. */
const clockDifference = 60_000;

/** The time of a consent; refuses one that is still to come. */
export function requireConsent(
  { now }: Pick<UnitOfWork, 'now'>,
  { at }: Consent,
  pointer: string,
): Date {
  const time = parseTime(at, `${pointer}/at`);
  return time.getTime() <= now.getTime() + clockDifference
    ? time
    : refuse(`${pointer}/at`, 'out_of_range', 'must be a time that has been');
}

import type { Contact } from '@textloom/shared/contract';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { refuse } from '../errors/serviceError.ts';
import { minute } from '../times/durations.ts';
import { parseTime } from '../times/parseTime.ts';

type Consent = NonNullable<Contact['consent']>;

/** How many milliseconds the clock of another program may be ahead of this one. */
const clockDifference = minute;

/** Returns the time of a consent. Refuses a time in the future. */
export function parseConsentTime({ now }: Pick<UnitOfWork, 'now'>, { at }: Consent): Date {
  const pointer = '/consent/at';
  const time = parseTime(at, pointer);
  return time.getTime() <= now.getTime() + clockDifference
    ? time
    : refuse(pointer, 'out_of_range', 'must be in the past');
}

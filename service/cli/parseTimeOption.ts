import { ajvOfText, compileLazily } from '../lib/ajv.ts';
import { toTime } from '../times/parseTime.ts';
import { UsageError } from './command.ts';

const isTimestamp = compileLazily(ajvOfText, { type: 'string', format: 'date-time' });

/** Parses the value of an option, such as `--until`, with the rules of the API. */
export function parseTimeOption(option: string, text: string): Date {
  const time = isTimestamp(text) ? toTime(text) : undefined;
  if (time) return time;
  throw new UsageError(`Set ${option} to a time with a UTC offset, such as 2027-01-31T09:30:00Z.`);
}

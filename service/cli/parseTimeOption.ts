import { UsageError } from './command.ts';

/** Without its zone, a time would mean something else on a machine in another zone. */
const timeWithZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** Parses the value of an option, such as `--until`, with the rules of the API. */
export function parseTimeOption(option: string, text: string): Date {
  const time = new Date(text);
  if (timeWithZone.test(text) && !Number.isNaN(time.getTime())) return time;
  throw new UsageError(`Set ${option} to a time with its zone, such as 2027-01-31T09:30:00Z.`);
}

import { events, eventPatterns } from '@textloom/shared/contract';
import { labelOfValue } from '../form/labels.ts';

/** An event, all events of a kind, or every event, as people read it. */
export function labelOfPattern(pattern: string): string {
  if (pattern === '*') return 'Every event';
  const kind = /^(\w+)\.\*$/.exec(pattern)?.[1];
  return kind === undefined ? labelOfValue(pattern) : `Every ${kind} event`;
}

/** The kinds of events, each with its events. */
export const kinds: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  Object.keys(events),
  (type) => `${type.split('.')[0]!}.*`,
);

/** What was chosen, without what something wider covers. */
export const withoutCovered = (chosen: readonly string[]): string[] =>
  eventPatterns.filter((pattern) => chosen.includes(pattern) && !isCovered(pattern, chosen));

export const isCovered = (pattern: string, chosen: readonly string[]): boolean =>
  (pattern !== '*' && chosen.includes('*')) ||
  [...kinds].some(([kind, types]) => chosen.includes(kind) && types.includes(pattern));

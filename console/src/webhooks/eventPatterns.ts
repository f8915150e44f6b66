import { eventsLabel } from '@textloom/shared/connector/labels';
import { events, eventPatterns } from '@textloom/shared/contract';
import { labelValue, sentenceCase } from '../form/labels.ts';

/** Describes the events of a webhook in a few words. */
export const describeEvents = (patterns: readonly string[]): string =>
  sentenceCase(eventsLabel(patterns, patternLabel));

/** Returns the label of an event, of all events of a kind, or of every event. */
export function patternLabel(pattern: string): string {
  if (pattern === '*') return 'Every event';
  const kind = /^(\w+)\.\*$/.exec(pattern)?.[1];
  return kind === undefined ? labelValue(pattern) : `Every ${kind} event`;
}

/** Maps the kinds of events to their events. */
export const kinds: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  Object.keys(events),
  (type) => `${type.split('.')[0]!}.*`,
);

/** Removes patterns that a wider pattern covers. */
export const withoutImplied = (chosen: readonly string[]): string[] =>
  eventPatterns.filter((pattern) => chosen.includes(pattern) && !isImplied(pattern, chosen));

/** Returns true if a webhook with these events gets this one. */
export const isChosen = (pattern: string, chosen: readonly string[]): boolean =>
  chosen.includes(pattern) || isImplied(pattern, chosen);

export const isImplied = (pattern: string, chosen: readonly string[]): boolean =>
  (pattern !== '*' && chosen.includes('*')) ||
  [...kinds].some(([kind, types]) => chosen.includes(kind) && types.includes(pattern));

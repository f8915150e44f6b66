import type { Bundle } from 'zapier-platform-core';
import { schema, titleCase, type EventType } from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';

interface EventChoice<T extends EventType> {
  /** A plural noun for the events, such as `changes`. */
  readonly key: string;
  readonly labels: Readonly<Record<T, string>>;
  /** The events that start the Zap if the field is empty: all of them if absent. */
  readonly byDefault?: { readonly types: readonly T[]; readonly words: string };
  /** Recommends a choice. */
  readonly advice?: string;
}

/** Describes a field that limits which events start the Zap. */
export function eventChoice<T extends EventType>({
  key,
  labels,
  byDefault,
  advice,
}: EventChoice<T>) {
  const types = Object.keys(labels) as T[];
  const form = schema({
    type: 'object',
    properties: {
      [key]: {
        type: 'array',
        title: titleCase(key),
        description: [
          `Which ${key} start the Zap. If empty, ${byDefault?.words ?? 'all of them start it'}`,
          advice,
        ]
          .filter((part) => part !== undefined)
          .join('. '),
        items: { type: 'string', enum: types, labels },
      },
    },
  });
  const choose = (bundle: Bundle, others: readonly T[]): readonly T[] =>
    readInputData(form, bundle)[key] ?? others;
  return {
    inputFields: inputFields(form, { [key]: {} }),
    wanted: (bundle: Bundle) => choose(bundle, byDefault?.types ?? types),
    accepted: (bundle: Bundle) => choose(bundle, types),
  };
}

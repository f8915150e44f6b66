import type { Bundle } from 'zapier-platform-core';
import { schema, type EventType } from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';

interface EventChoice<T extends EventType> {
  readonly key: string;
  readonly title: string;
  /** Follows "Which". */
  readonly which: string;
  readonly labels: Readonly<Record<T, string>>;
}

/** Describes a field that limits which events start the Zap. If it is empty, all of them do. */
export function eventChoice<T extends EventType>({ key, title, which, labels }: EventChoice<T>) {
  const types = Object.keys(labels) as T[];
  const form = schema({
    type: 'object',
    properties: {
      [key]: {
        type: 'array',
        title,
        description: `Which ${which} start the Zap. If empty, all of them start it`,
        items: { type: 'string', enum: types, labels },
      },
    },
  });
  return {
    inputFields: inputFields(form, { [key]: {} }),
    wanted: (bundle: Bundle): readonly T[] => readInputData(form, bundle)[key] ?? types,
  };
}

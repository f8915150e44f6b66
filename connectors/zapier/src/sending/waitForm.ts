import type { PlainInputField } from 'zapier-platform-core';
import {
  contract,
  messageSchema,
  schema,
  titleCase,
  type ObjectSchema,
} from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { formatSpan } from '../fields/helpText.ts';
import { deduplicationKeys, mergeFieldsField, senderField } from '../fields/sharedFields.ts';

/** Zapier keeps a waiting run for 30 days. With one day less, the run continues before that. */
export const longestMinutes = 29 * 24 * 60;
/** The same as the default Time to Live of a message. */
export const defaultMinutes = 24 * 60;

const wordsThat = (verb: 'approve' | 'decline') =>
  schema({
    type: 'array',
    title: `${titleCase(verb)} Words`,
    description: `Words at the beginning of a reply that ${verb} (not case-sensitive). If empty, no reply ${verb}s`,
    items: { type: 'string', maxLength: 100, examples: [verb === 'approve' ? 'YES' : 'NO'] },
  });

const { contact_id, send_at, ...properties } = contract.message.send.input.properties;
export const waitForm = schema({
  type: 'object',
  properties: {
    ...properties,
    time_limit: {
      type: 'integer',
      title: 'Time Limit in Minutes',
      minimum: 1,
      maximum: longestMinutes,
    },
    approve_words: wordsThat('approve'),
    decline_words: wordsThat('decline'),
    deduplication_key: deduplicationKeys.message,
  },
  required: ['to', 'text'],
});

/** Describes how the form of a step shows some of its fields. */
export type FormPlan = {
  readonly [name in keyof typeof waitForm.properties]?: Partial<PlainInputField> | false;
};

/** Returns the fields of a step that waits for an outcome, which follows "without". */
export const createWaitFields = (goal: string, plan: FormPlan | undefined): PlainInputField[] =>
  inputFields(waitForm, {
    to: {},
    text: {},
    from: senderField,
    time_limit: {
      helpText: `Minutes to wait before the run continues without ${goal}. From 1 to ${withSpan(longestMinutes)}. If empty, ${withSpan(defaultMinutes)}.`,
    },
    approve_words: false,
    decline_words: false,
    purpose: {},
    reference: {},
    deduplication_key: {},
    merge_fields: mergeFieldsField,
    ...plan,
  });

const withSpan = (minutes: number): string => `${minutes} (${formatSpan(minutes * 60)})`;

/** Returns the schema of the result: the message, its outcome, and whether there was one in time. */
export const createWaitResult = (
  goal: string,
  outcomeFields: ObjectSchema['properties'],
): ObjectSchema => ({
  ...messageSchema,
  properties: {
    ...messageSchema.properties,
    ...outcomeFields,
    timed_out: {
      type: 'boolean',
      title: 'Timed Out',
      description: `Whether the time limit passed without ${goal}`,
      examples: [false],
    },
  },
});

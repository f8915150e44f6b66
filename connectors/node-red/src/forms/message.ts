import { deduplicationKeyFields } from '@textloom/shared/connector/deduplicate';
import { contract, schema } from '@textloom/shared/contract';

const { contact_id, ...properties } = contract.message.send.input.properties;

/** The fields of a message. Node-RED identifies a recipient by the phone number. */
export const messageProperties = {
  ...properties,
  merge_fields: schema({
    type: 'boolean',
    title: 'Insert Contact Fields',
    description:
      'Whether to replace merge fields such as {{first_name}} that come from other nodes with values of the contact; merge fields that you type into the text are always replaced',
    default: false,
  }),
  deduplication_key: deduplicationKeyFields({
    map: 'ID of the record that the message is about',
    repeats: 'the flow runs again',
  }).message,
} as const;

/**
 * The phone number of the other person is always in `msg.topic`, so that the answer to a text needs no
 * settings.
 */
export const toTopic = { value: 'topic', valueType: 'msg' } as const;

export const messagePlan = {
  to: toTopic,
  text: { value: 'payload', valueType: 'msg' },
  from: {
    description:
      'Number or name to send from; if empty, the number that the recipient has just texted, or else the default number of the account; with a Deduplication Key, always the default number',
  },
  reference: {},
  deduplication_key: {},
} as const;

/** Explains why a message that arrives again sends nothing again. */
export const sendsOnce =
  'The node sends each text once. If a flow repeats the same message (the same msg._msgid) with the same content, the service returns the text that it has already accepted. This also holds for a trigger node that resends a message, and for a function node that sends the same message again. To send it again on purpose, set another Deduplication Key.';

/** Explains how other nodes can give a time. */
export const takesTimes =
  'A time can be text such as 2026-02-01T09:30:00Z, a date, or the number of milliseconds since 1970 that an inject node sends as a timestamp.';

/** Explains what the node does with an error. */
export const reportsErrors =
  'If the service refuses a request, the node sends no message, and Catch nodes get an error that says what to do. The node itself repeats requests that fail temporarily.';

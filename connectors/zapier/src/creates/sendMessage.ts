import { defineCreate } from 'zapier-platform-core';
import { errorOfItem } from '@textloom/shared/client';
import { contract, schema } from '@textloom/shared/contract';
import { line, lineOf, sendMany } from '../bulk.ts';
import { deduplicationKey } from '../deduplicationKey.ts';
import { advanced, inputFields, outputFields } from '../fields.ts';
import { inputOf } from '../inputOf.ts';
import { outputOf, sampleOutput } from '../outputOf.ts';
import { senderField } from '../senderField.ts';
import { sendOnce } from '../sendOnce.ts';
import { withClient } from '../withClient.ts';

const { send } = contract.message;
const { to, contact_id, ...properties } = send.input.properties;
const form = schema({
  type: 'object',
  properties: {
    to: {
      type: 'array',
      title: to.title,
      description: `${to.description}; each of several gets a message of its own`,
      items: to,
    },
    ...properties,
    deduplication_key: deduplicationKey,
  },
  required: ['text'],
});
const fields = inputFields(form, {
  to: { required: true },
  text: {},
  from: senderField,
  send_at: {
    helpText:
      'When to send, up to 35 days ahead; at once if empty. A time without a zone, such as `tomorrow 9am`, is one of the time zone of your Zapier account.',
  },
  purpose: {},
  reference: {},
  deduplication_key: {},
});
const result = schema({
  ...send.output,
  properties: {
    ...send.output.properties,
    recipients: { type: 'array', title: 'Recipients', items: line },
  },
});

export const sendMessage = defineCreate({
  key: 'send_message',
  noun: 'Message',
  display: { label: 'Send Message', description: `${send.description}, or to each of several.` },
  operation: {
    inputFields: fields,
    inputFieldGroups: [advanced],
    outputFields: outputFields(result),
    sample: sampleOutput(result),
    perform: withClient(
      async (client, bundle) => {
        const { to = [], deduplication_key: key, ...rest } = inputOf(form, bundle);
        const recipients = [...new Set(to)];
        if (recipients.length < 2) {
          const message = await sendOnce(client, { ...rest, to: recipients[0] }, key);
          const only = lineOf({ message, problem: null }, undefined, fields);
          return outputOf(result, { ...message, recipients: [only] });
        }
        const messages = recipients.map((to) => ({ ...rest, to, deduplication_key: key }));
        const results = await sendMany(client, messages);
        const taken = results.find(({ message }) => message)?.message;
        // Nothing was sent: that is a failure as it is with one recipient.
        if (!taken) throw errorOfItem(results[0]?.problem, send.input)!;
        return outputOf(result, {
          ...taken,
          recipients: results.map((one, at) => lineOf(one, messages[at], fields)),
        });
      },
      // Too many recipients are too many messages to the service.
      [...fields, { key: 'messages', label: to.title }],
    ),
  },
});

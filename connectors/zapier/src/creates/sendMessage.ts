import { defineCreate } from 'zapier-platform-core';
import { ApiError } from '@textloom/shared/client';
import { contract, schema } from '@textloom/shared/contract';
import {
  allRejected,
  countFields,
  countResults,
  lineSchema,
  toLine,
  sendEach,
} from '../sending/bulk.ts';
import {
  deduplicationKeys,
  mergeFieldsField,
  sendAtField,
  senderField,
} from '../fields/sharedFields.ts';
import { advanced, inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { describeResult, toOutput } from '../fields/toOutput.ts';
import { keepOthersFields } from '../sending/keepOthersFields.ts';
import { resolveRecipients } from '../sending/recipient.ts';
import { sentSchema } from '@textloom/shared/connector/deduplicate';
import { sendOnce } from '../sending/sendOnce.ts';
import { withClient } from '../connection/withClient.ts';

const { send } = contract.message;
const { to, contact_id, ...properties } = send.input.properties;
const form = schema({
  type: 'object',
  properties: {
    to: {
      type: 'array',
      description: `${to.description}; each recipient gets a separate message`,
      items: to,
    },
    ...properties,
    deduplication_key: deduplicationKeys.message,
  },
});
const fields = inputFields(form, {
  to: { required: true },
  text: {},
  media_urls: {},
  from: senderField,
  send_at: sendAtField,
  purpose: {},
  reference: {},
  deduplication_key: {},
  merge_fields: mergeFieldsField,
});
const result = schema({
  ...sentSchema,
  properties: {
    ...sentSchema.properties,
    ...countFields,
    recipients: { type: 'array', title: 'Recipients', items: lineSchema },
  },
});

export const sendMessage = defineCreate({
  key: 'send_message',
  noun: 'Message',
  display: { label: 'Send Message', description: `${send.description}, or to each of several.` },
  operation: {
    inputFields: fields,
    inputFieldGroups: [advanced],
    ...describeResult(result),
    perform: withClient(async (client, bundle, z) => {
      const { to = [], deduplication_key: key, ...written } = readInputData(form, bundle);
      const rest = keepOthersFields(written, bundle);
      const [first = '', ...others] = await resolveRecipients(client, to);
      if (others.length === 0) {
        const message = await sendOnce(client, { ...rest, to: first }, key);
        return toOutput(result, {
          ...message,
          ...countResults([message]),
          recipients: [toLine(message, undefined, fields)],
        });
      }
      const messages = [first, ...others].map((to) => ({ ...rest, to, deduplication_key: key }));
      const results = await sendEach(client, messages);
      // If nothing was sent, the step fails as it does with one recipient.
      const rejected = allRejected(z, results, fields);
      if (rejected) throw rejected;
      return toOutput(result, {
        ...results.find((one) => !(one instanceof ApiError)),
        ...countResults(results),
        recipients: results.map((one, at) => toLine(one, messages[at], fields)),
      });
    }, fields),
  },
});

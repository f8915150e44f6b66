import { defineCreate } from 'zapier-platform-core';
import { contract, schema } from '@textloom/shared/contract';
import { rethrowUnconfirmed } from '../connection/errors.ts';
import { advanced, inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { describeResult, toOutput } from '../fields/toOutput.ts';
import { conversationField, deduplicationKeys, mergeFieldsField } from '../fields/sharedFields.ts';
import { keepOthersFields } from '../sending/keepOthersFields.ts';
import { sentSchema } from '@textloom/shared/connector/deduplicate';
import { flagReplay, toCallOptions } from '../sending/sendOnce.ts';
import { withClient } from '../connection/withClient.ts';

const { reply } = contract.conversation;
const form = schema({
  ...reply.input,
  properties: { ...reply.input.properties, deduplication_key: deduplicationKeys.message },
});
const fields = inputFields(form, {
  id: conversationField,
  text: {},
  media_urls: {},
  reference: {},
  deduplication_key: {},
  merge_fields: mergeFieldsField,
});

export const replyInConversation = defineCreate({
  key: 'reply_in_conversation',
  noun: 'Message',
  display: { label: 'Reply in Conversation', description: `${reply.description}.` },
  operation: {
    inputFields: fields,
    inputFieldGroups: [advanced],
    ...describeResult(sentSchema),
    perform: withClient(async (client, bundle) => {
      const { deduplication_key: key, ...written } = readInputData(form, bundle);
      const input = keepOthersFields(written, bundle);
      const options = toCallOptions(input.id, key);
      const message = await flagReplay(client.conversation.reply, input, options).catch(
        rethrowUnconfirmed('message'),
      );
      return toOutput(sentSchema, message);
    }, fields),
  },
});

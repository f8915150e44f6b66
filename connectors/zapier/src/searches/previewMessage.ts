import { defineSearch } from 'zapier-platform-core';
import { contract, schema } from '@textloom/shared/contract';
import { advanced, inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { describeResult, toOutput } from '../fields/toOutput.ts';
import { describeProblem, noneIfWrongNumber } from '../connection/errors.ts';
import { mergeFieldsField, sendAtField, senderField } from '../fields/sharedFields.ts';
import { shortProblem } from '../fields/results.ts';
import { keepOthersFields } from '../sending/keepOthersFields.ts';
import { withClient } from '../connection/withClient.ts';

const { preview } = contract.message;
const fields = inputFields(preview.input, {
  to: { required: true },
  contact_id: false,
  text: {},
  from: senderField,
  send_at: sendAtField,
  purpose: {},
  reference: false,
  metadata: false,
  merge_fields: mergeFieldsField,
});
const result = schema({
  ...preview.output,
  properties: { ...preview.output.properties, problem: shortProblem },
});

export const previewMessage = defineSearch({
  key: 'preview_message',
  noun: 'Preview',
  display: {
    label: 'Find Message Preview',
    description:
      'Finds how many segments a message would cost and whether it would be sent, without sending it.',
  },
  operation: {
    inputFields: fields,
    inputFieldGroups: [advanced],
    ...describeResult(result),
    perform: withClient(async (client, bundle) => {
      const input = keepOthersFields(readInputData(preview.input, bundle), bundle);
      const found = await client.message.preview(input).catch(noneIfWrongNumber);
      return found ? [toOutput(result, describeProblem(found, preview.input, fields))] : [];
    }, fields),
  },
});

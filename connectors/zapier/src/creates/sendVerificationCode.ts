import { defineCreate } from 'zapier-platform-core';
import { contract, schema } from '@textloom/shared/contract';
import { advanced, inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { describeResult, toOutput } from '../fields/toOutput.ts';
import { deduplicationKeys, senderField } from '../fields/sharedFields.ts';
import { callOnce } from '../sending/sendOnce.ts';
import { withClient } from '../connection/withClient.ts';

const { start } = contract.verification;
const form = schema({
  ...start.input,
  properties: { ...start.input.properties, deduplication_key: deduplicationKeys.message },
});
const fields = inputFields(form, {
  to: {},
  from: senderField,
  language: {},
  text: {},
  deduplication_key: {},
});

export const sendVerificationCode = defineCreate({
  key: 'send_verification_code',
  noun: 'Verification',
  display: { label: 'Send Verification Code', description: `${start.description}.` },
  operation: {
    inputFields: fields,
    inputFieldGroups: [advanced],
    ...describeResult(start.output),
    perform: withClient(async (client, bundle) => {
      const { deduplication_key: key, ...code } = readInputData(form, bundle);
      const verification = await callOnce(client, code, key, (input, options) =>
        client.verification.start(input, options),
      );
      return toOutput(start.output, verification);
    }, fields),
  },
});

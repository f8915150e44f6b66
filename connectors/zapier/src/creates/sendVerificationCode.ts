import { defineCreate } from 'zapier-platform-core';
import { contract } from '@textloom/shared/contract';
import { advanced, inputFields, outputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { toOutput, sampleOutput } from '../fields/toOutput.ts';
import { senderField } from '../fields/sharedFields.ts';
import { withClient } from '../connection/withClient.ts';

const { start } = contract.verification;
const fields = inputFields(start.input, { to: {}, from: senderField, language: {}, text: {} });

export const sendVerificationCode = defineCreate({
  key: 'send_verification_code',
  noun: 'Verification',
  display: { label: 'Send Verification Code', description: `${start.description}.` },
  operation: {
    inputFields: fields,
    inputFieldGroups: [advanced],
    outputFields: outputFields(start.output),
    sample: sampleOutput(start.output),
    perform: withClient(
      async (client, bundle) =>
        toOutput(start.output, await client.verification.start(readInputData(start.input, bundle))),
      fields,
    ),
  },
});

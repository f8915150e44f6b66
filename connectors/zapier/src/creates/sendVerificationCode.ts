import { defineCreate, type Bundle, type ZObject } from 'zapier-platform-core';
import { contract, schema } from '@textloom/shared/contract';
import { advanced, inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { describeResult, toOutput } from '../fields/toOutput.ts';
import { deduplicationKeys, senderField } from '../fields/sharedFields.ts';
import { callOnce } from '../sending/sendOnce.ts';
import { haltIfEmptied, rethrowMistyped } from '../connection/typedByPerson.ts';
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

/** The number usually comes from a form. */
const typed = ['to'] as const;

const sendCode = withClient(async (client, bundle, z) => {
  const { deduplication_key: key, ...code } = readInputData(form, bundle);
  const verification = await callOnce(client, code, key, (input, options) =>
    client.verification.start(input, options),
  ).catch(rethrowMistyped(z, fields, typed));
  return toOutput(start.output, verification);
}, fields);

export const sendVerificationCode = defineCreate({
  key: 'send_verification_code',
  noun: 'Verification',
  display: { label: 'Send Verification Code', description: `${start.description}.` },
  operation: {
    inputFields: fields,
    inputFieldGroups: [advanced],
    ...describeResult(start.output),
    perform: async (z: ZObject, bundle: Bundle) => {
      haltIfEmptied(z, bundle, fields, typed);
      return sendCode(z, bundle);
    },
  },
});

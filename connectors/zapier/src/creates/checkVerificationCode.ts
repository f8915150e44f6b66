import { defineCreate, type Bundle, type ZObject } from 'zapier-platform-core';
import { isNotFound } from '@textloom/shared/client';
import { contract, schema } from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { describeResult, toOutput } from '../fields/toOutput.ts';
import { explainAnyField, requireAnyField } from '../connection/requireAnyField.ts';
import { isEmpty } from '../connection/templates.ts';
import { haltIfEmptied, rethrowMistyped } from '../connection/typedByPerson.ts';
import { withClient } from '../connection/withClient.ts';

const { check } = contract.verification;
const { to, id, code } = check.input.properties;
const form = schema({ type: 'object', properties: { to, id, code }, required: ['code'] });
const anyOf = ['to', 'id'] as const;
const fields = explainAnyField(
  inputFields(form, {
    to: { helpText: 'Phone number that got the code.' },
    id: {
      label: 'Verification',
      helpText: 'ID of the verification, from the step that sent the code.',
    },
    code: { type: 'string' },
  }),
  anyOf,
);

/** The number and the code usually come from a form. */
const typed = ['to', 'code'] as const;

const checkCode = withClient(async (client, bundle, z) => {
  const { to, id, code } = readInputData(form, bundle);
  requireAnyField(z, fields, { to, id }, anyOf);
  const found = await client.verification
    .check({ code, ...(id === undefined ? { to } : { id }) })
    .catch((error: unknown) => {
      if (id === undefined && isNotFound(error)) return { valid: false, to };
      return rethrowMistyped(z, fields, typed)(error);
    });
  return toOutput(check.output, found);
}, fields);

export const checkVerificationCode = defineCreate({
  key: 'check_verification_code',
  noun: 'Verification',
  display: {
    label: 'Check Verification Code',
    description:
      'Compares a code that a person entered with the code that you sent. Continue with a filter on Valid.',
  },
  operation: {
    inputFields: fields,
    ...describeResult(check.output, {
      status: 'approved',
      approved_at: '2026-01-31T09:31:12.000Z',
    }),
    perform: async (z: ZObject, bundle: Bundle) => {
      haltIfEmptied(z, bundle, fields, isEmpty(bundle.inputData.id) ? typed : ['code']);
      return checkCode(z, bundle);
    },
  },
});

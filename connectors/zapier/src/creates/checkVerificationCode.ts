import { defineCreate, type Bundle, type ZObject } from 'zapier-platform-core';
import { ApiError, isNotFound } from '@textloom/shared/client';
import { contract, schema } from '@textloom/shared/contract';
import { describeError, halted } from '../connection/errors.ts';
import { inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { describeResult, toOutput } from '../fields/toOutput.ts';
import { explainAnyField, requireAnyField } from '../connection/requireAnyField.ts';
import { isEmpty } from '../connection/templates.ts';
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

/** Halts a run whose visitor, or a bot, submitted an empty form. */
function haltIfEmptied(z: ZObject, { inputData = {}, inputDataRaw = {} }: Partial<Bundle>): void {
  const needed = isEmpty(inputData.id) ? ['to', 'code'] : ['code'];
  const isEmptied = (key: string) => isEmpty(inputData[key]) && !isEmpty(inputDataRaw[key]);
  const emptied = fields.find(({ key }) => needed.includes(key) && isEmptied(key));
  if (emptied)
    throw halted(
      z,
      `${emptied.label} has no value in this run. Check what is mapped to the field, unless a person left it empty.`,
    );
}

/** The number and the code usually come from a form, and no error of a visitor may turn the Zap off. */
const isTypedByPerson = (error: unknown): error is ApiError =>
  error instanceof ApiError && ['to', 'code'].includes(error.field ?? '');
const mistyped = {
  remedy: 'Check what is mapped to the field, unless a person mistyped the value.',
};

const checkCode = withClient(async (client, bundle, z) => {
  const { to, id, code } = readInputData(form, bundle);
  requireAnyField(z, fields, { to, id }, anyOf);
  const found = await client.verification
    .check({ code, ...(id === undefined ? { to } : { id }) })
    .catch((error: unknown) => {
      if (id === undefined && isNotFound(error)) return { valid: false, to };
      throw isTypedByPerson(error) ? halted(z, describeError(error, fields, mistyped)) : error;
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
      haltIfEmptied(z, bundle);
      return checkCode(z, bundle);
    },
  },
});

import { defineCreate } from 'zapier-platform-core';
import { contract } from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { describeResult } from '../fields/toOutput.ts';
import { callOperation } from '../connection/callOperation.ts';

const { decide } = contract.review;
const fields = inputFields(decide.input, {
  id: {
    label: 'Review',
    dynamic: 'review_list.id.label',
    placeholder: undefined,
    helpText: 'Choose the text to decide on, or map its Review ID from New Possible Opt-Out.',
  },
  decision: {},
});

export const decideReview = defineCreate({
  key: 'decide_review',
  noun: 'Review',
  display: { label: 'Decide Possible Opt-Out', description: `${decide.description}.` },
  operation: {
    inputFields: fields,
    ...describeResult(decide.output, {
      status: 'confirmed',
      decided_at: '2026-01-31T10:12:00.000Z',
    }),
    perform: callOperation(decide, fields, (client, input) => client.review.decide(input)),
  },
});

import { defineCreate } from 'zapier-platform-core';
import { contract } from '@textloom/shared/contract';
import { inputFields, outputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { toOutput, sampleOutput } from '../fields/toOutput.ts';
import { withClient } from '../connection/withClient.ts';

const { decide } = contract.review;
const fields = inputFields(decide.input, {
  id: {
    label: 'Review',
    dynamic: 'review_list.id.label',
    placeholder: undefined,
    helpText: 'Choose the text, or map the ID from New Possible Opt-Out.',
  },
  decision: {},
});

export const decideReview = defineCreate({
  key: 'decide_review',
  noun: 'Review',
  display: { label: 'Decide Possible Opt-Out', description: `${decide.description}.` },
  operation: {
    inputFields: fields,
    outputFields: outputFields(decide.output),
    sample: sampleOutput(decide.output, {
      status: 'confirmed',
      decided_at: '2026-01-31T10:12:00.000Z',
    }),
    perform: withClient(
      async (client, bundle) =>
        toOutput(decide.output, await client.review.decide(readInputData(decide.input, bundle))),
      fields,
    ),
  },
});

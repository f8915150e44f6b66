import { defineSearch } from 'zapier-platform-core';
import { contract, schema } from '@textloom/shared/contract';
import {
  previewFields,
  previewForm,
  broadcastEffect,
  listFields,
  requireWholeAttributes,
  toBroadcast,
} from '../fields/broadcastForm.ts';
import { advanced } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { describeResult, toOutput } from '../fields/toOutput.ts';
import { shortProblem } from '../fields/results.ts';
import { describeProblem } from '../connection/errors.ts';
import { resolveLists } from '../connection/resolveLists.ts';
import { withClient } from '../connection/withClient.ts';

const { preview } = contract.broadcast;
const result = schema({
  ...preview.output,
  properties: { ...preview.output.properties, problem: shortProblem },
});

export const previewBroadcast = defineSearch({
  key: 'preview_broadcast',
  noun: 'Preview',
  display: {
    label: 'Find Broadcast Preview',
    description:
      'Finds how many contacts would get a broadcast and how many segments it would cost, without sending it.',
  },
  operation: {
    inputFields: previewFields,
    inputFieldGroups: [advanced],
    ...describeResult(result, { recipients: 1250, messages: 1230, segments: 1410 }),
    perform: withClient(
      async (client, bundle) => {
        requireWholeAttributes(bundle);
        const input = await resolveLists(client, readInputData(previewForm, bundle), ...listFields);
        const found = await client.broadcast.preview(toBroadcast(input));
        return [toOutput(result, describeProblem(found, preview.input, previewFields))];
      },
      previewFields,
      broadcastEffect,
    ),
  },
});

import { defineSearch } from 'zapier-platform-core';
import { contract, reportSchema } from '@textloom/shared/contract';
import { advanced, inputFields, outputFields } from '../fields/fields.ts';
import { inputOf } from '../fields/inputOf.ts';
import { outputOf, sampleOutput } from '../fields/outputOf.ts';
import { senderField } from '../fields/sharedFields.ts';
import { withClient } from '../connection/withClient.ts';

const { get } = contract.report;
const fields = inputFields(get.input, {
  start: {},
  end: {},
  interval: {},
  group_by: {},
  from: { ...senderField, group: advanced.key },
  list_id: {
    group: advanced.key,
    label: 'List',
    dynamic: 'list_list.id.label',
    search: 'find_list.id',
    placeholder: undefined,
  },
  campaign_id: {
    group: advanced.key,
    label: 'Campaign',
    dynamic: 'campaign_list.id.label',
    placeholder: undefined,
  },
});

export const findReport = defineSearch({
  key: 'find_report',
  noun: 'Report',
  display: {
    label: 'Find Report',
    description: 'Finds how many messages were sent, delivered and received in a period of time.',
  },
  operation: {
    inputFields: fields,
    inputFieldGroups: [advanced],
    outputFields: outputFields(reportSchema),
    sample: sampleOutput(reportSchema),
    perform: withClient(
      async (client, bundle) => [
        outputOf(reportSchema, await client.report.get(inputOf(get.input, bundle))),
      ],
      fields,
    ),
  },
});

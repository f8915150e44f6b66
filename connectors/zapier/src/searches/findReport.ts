import { defineSearch } from 'zapier-platform-core';
import { contract, reportSchema } from '@textloom/shared/contract';
import { advanced, inputFields } from '../fields/fields.ts';
import { toSentences } from '../fields/helpText.ts';
import { readInputData } from '../fields/readInputData.ts';
import { describeResult, toOutput } from '../fields/toOutput.ts';
import { listChoice, senderField } from '../fields/sharedFields.ts';
import { resolveLists } from '../connection/resolveLists.ts';
import { searchWithClient } from '../connection/withClient.ts';

const { get } = contract.report;
const { start, end } = get.input.properties;

/** Warns of a day without a time, because Zapier reads it as 9 AM, and the rest of the day is missing. */
const explainTime = (description: string, example: string): { readonly helpText: string } => ({
  helpText: `${toSentences(description).join(' ')} Add the time, such as \`${example} 00:00\`: Zapier reads a day without a time as 9 AM.`,
});

const fields = inputFields(get.input, {
  start: explainTime(start.description, 'yesterday'),
  end: explainTime(end.description, 'today'),
  interval: {
    helpText: 'Counts each hour, day, week or month separately. If empty, the whole time together.',
  },
  group_by: {
    helpText:
      'Counts the messages with each value of this property separately. If empty, all together.',
  },
  from: { ...senderField, group: advanced.key },
  list_id: { ...listChoice, group: advanced.key },
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
    ...describeResult(reportSchema, {
      start: '2026-01-30T00:00:00.000Z',
      end: '2026-02-06T00:00:00.000Z',
    }),
    perform: searchWithClient(async (client, bundle) => {
      const query = await resolveLists(client, readInputData(get.input, bundle), 'list_id');
      return [toOutput(reportSchema, await client.report.get(query))];
    }, fields),
  },
});

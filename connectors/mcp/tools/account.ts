import { contract } from '@textloom/shared/contract';
import { refusal } from '../errors.ts';
import { presentReport } from '../output/present.ts';
import { longestResult } from '../output/readPage.ts';
import { countSent } from '../sending/countSent.ts';
import { defineTool, type Tool } from './tool.ts';

const ask = 'Call get_report with a shorter range, a longer interval, or without "group_by".';

/** The tools that describe the account and what happened in it. */
export const accountTools: readonly Tool[] = [
  defineTool({
    name: 'get_report',
    hints: 'reads',
    operation: contract.report.get,
    inputs: ['start', 'end', 'interval', 'group_by', 'status', 'purpose', 'from'],
    async run({ client, signal }, input) {
      const report = await client.report.get(input, { signal });
      const data = presentReport(report);
      return JSON.stringify(data).length > longestResult
        ? { result: refusal(`The report has ${report.data.length} rows, which are too many.`, ask) }
        : { data };
    },
  }),
  defineTool({
    name: 'get_account',
    hints: 'reads',
    operation: contract.account.get,
    note: 'Also returns its numbers, and what the operator lets you send.',
    inputs: [],
    async run({ client, settings, signal }) {
      const { agent, allowedRecipients, messagesPerDay: most, mustConfirm } = settings;
      const [account, numbers, sent] = await Promise.all([
        client.account.get({}, { signal }),
        client.number.list({ limit: 100 }, { signal }),
        most === undefined ? undefined : countSent(client, agent, most, signal),
      ]);
      const { name, default_country, time_zone, scope } = account;
      return {
        data: {
          name,
          default_country,
          time_zone,
          scope,
          numbers: numbers.data
            .filter(({ status }) => status === 'active')
            .map(({ number, default: isDefault }) => ({ number, default: isDefault })),
          ...(allowedRecipients && { allowed_recipients: allowedRecipients }),
          ...(most !== undefined &&
            sent !== undefined && { messages_left_in_24_hours: most - sent }),
          user_confirms_messages: mustConfirm,
        },
      };
    },
  }),
];

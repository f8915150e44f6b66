import { contract } from '@textloom/shared/contract';
import { countSent } from '../sending/countSent.ts';
import { defineTool, type Tool } from './tool.ts';

/** The tools that describe the account and what happened in it. */
export const accountTools: readonly Tool[] = [
  defineTool({
    name: 'get_report',
    hints: 'reads',
    operation: contract.report.get,
    inputs: ['start', 'end', 'interval', 'group_by', 'status', 'purpose', 'from'],
    run: async ({ client, signal }, input) => ({
      data: { ...(await client.report.get(input, { signal })) },
    }),
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

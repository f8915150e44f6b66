import { campaignId, country, listId, sender, timestamp, timeZone } from './fields.ts';
import { messageStatus, purpose, type MessageStatus } from './message.ts';
import { formatCount } from './formatCount.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';
import { record, schema, type Infer } from './schema.ts';

const interval = schema({
  type: 'string',
  title: 'Interval',
  description: 'Length of the periods to count separately',
  enum: ['hour', 'day', 'week', 'month'],
  examples: ['day'],
});
const groupBy = schema({
  type: 'string',
  title: 'Group By',
  description: 'Property to group the messages by',
  enum: ['status', 'purpose', 'from', 'campaign', 'country', 'list'],
  labels: { from: 'Sender' },
  examples: ['purpose'],
});

const count = (title: string, example: number) =>
  ({ type: 'integer', title, minimum: 0, examples: [example] }) as const;

const statusCounts = {
  scheduled: count('Scheduled', 0),
  queued: count('Queued', 0),
  sent: count('Sent', 2),
  delivered: count('Delivered', 110),
  undelivered: count('Undelivered', 3),
  failed: count('Failed', 1),
  expired: count('Expired', 0),
  unconfirmed: count('Unconfirmed', 0),
  canceled: count('Canceled', 0),
  received: count('Received', 4),
} as const satisfies Record<MessageStatus, unknown>;
const counts = {
  messages: { ...count('Messages', 120), description: 'Total number of messages' },
  segments: { ...count('Segments', 134), description: 'Number of segments that carriers bill' },
  ...statusCounts,
  delivery_rate: {
    type: 'number',
    description:
      'Delivered messages as a share of those that were delivered, undelivered, failed, expired or unconfirmed; null if there are none',
    minimum: 0,
    maximum: 1,
    nullable: true,
    examples: [0.97],
  },
} as const;

const totals = record({
  title: 'Total',
  description:
    'Totals of all rows; a message to a contact on two lists counts once here, but in both rows',
  properties: counts,
});
export type ReportCounts = Infer<typeof totals>;

export const reportSchema = record({
  title: 'Report',
  properties: {
    start: { ...timestamp, description: 'Messages created at or after this time' },
    end: { ...timestamp, description: 'Messages created before this time' },
    time_zone: timeZone,
    interval: { ...interval, nullable: true },
    group_by: { ...groupBy, nullable: true },
    data: {
      type: 'array',
      title: 'Data',
      description: 'One row for each period and group that has messages, oldest period first',
      items: record({
        title: 'Row',
        properties: {
          period: {
            ...timestamp,
            description: 'When the hour, day, week or month begins',
            nullable: true,
          },
          group: {
            type: 'string',
            description: 'Value that the messages share; null if they have none',
            nullable: true,
            examples: ['marketing'],
          },
          ...counts,
        },
      }),
    },
    totals,
  },
});
export type Report = Infer<typeof reportSchema>;

export const report = {
  get: operation({
    method: 'GET',
    path: '/reports',
    summary: 'Get report',
    description:
      'Counts messages by creation time and by a property that they share; the counts match a search for messages exactly, apart from deleted messages, which they still include',
    scope: 'read',
    input: {
      type: 'object',
      properties: {
        start: {
          ...timestamp,
          description: `Messages created at or after this time, rounded down to a quarter of an hour; seven days before the end if empty; at most ${limits.hourlyReportDays} days before the end if the interval is hour, and otherwise ${formatCount(limits.reportDays)} days; a report has at most ${formatCount(limits.reportRows)} rows`,
        },
        end: {
          ...timestamp,
          description:
            'Messages created before this time, rounded up to a quarter of an hour; now if empty',
        },
        interval,
        group_by: groupBy,
        time_zone: {
          ...timeZone,
          description:
            "IANA name of the time zone for the periods; the account's time zone if empty",
        },
        status: { ...messageStatus, description: 'Only messages with this status' },
        purpose: { ...purpose, description: 'Only messages of this purpose' },
        from: {
          ...sender,
          description: 'Only messages sent from this number or name of the account',
        },
        campaign_id: { ...campaignId, description: 'Only messages of this campaign' },
        country: { ...country, description: 'Only messages to or from this country' },
        list_id: { ...listId, description: 'Only messages to contacts on this list' },
      },
    },
    output: reportSchema,
    status: 200,
    errors: [],
  }),
};

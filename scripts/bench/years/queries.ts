import { median } from '../median.ts';

const times = 9;
const day = 86_400_000;

interface Query {
  readonly name: string;
  readonly rows: string;
  /** The median time from the request to the complete response. */
  readonly ms: number;
}

const ago = (days: number) => encodeURIComponent(new Date(Date.now() - days * day).toISOString());

/** What people look for in the console and in the API. */
const paths: Readonly<Record<string, string>> = {
  'report of 30 days, by day and status': `/reports?interval=day&group_by=status&start=${ago(30)}`,
  'report of 30 days, by hour and sender': `/reports?interval=hour&group_by=from&start=${ago(30)}`,
  'report of a year, by day and status': `/reports?interval=day&group_by=status&start=${ago(365)}`,
  'search by text': '/messages?search=has%20left',
  'search by a text that is not there': '/messages?search=Quagmire',
  'search by digits': '/messages?search=5551234',
  'search by text, a year ago': `/messages?search=Quagmire&created_before=${ago(365)}`,
  'messages of a number': '/messages?phone=%2B12125551234',
  'messages to a number': '/messages?to=%2B12125551234',
  'messages to an unknown number': '/messages?to=%2B12125550000',
  'messages with a reference': '/messages?reference=order-5000',
  'newest messages': '/messages?limit=100',
  'messages of a day, a year ago': `/messages?limit=100&created_after=${ago(366)}&created_before=${ago(365)}`,
  'undelivered messages': '/messages?status=undelivered',
  'failed messages, of which there are none': '/messages?status=failed',
  'messages of an unknown contact': '/messages?contact_id=con_unknown',
  'messages of an unknown campaign': '/messages?campaign_id=reg_unknown',
  'messages of an unknown list': '/messages?list_id=lst_unknown',
  'messages to a country without messages': '/messages?country=DE',
  'newest events': '/events?limit=100',
  conversations: '/conversations',
};

/** Requests what people look for, and measures how long each takes. */
export async function measureQueries(baseUrl: string, apiKey: string): Promise<Query[]> {
  const queries: Query[] = [];
  for (const [name, path] of Object.entries(paths)) {
    const taken: number[] = [];
    let rows = '';
    for (let time = 0; time < times; time++) {
      const from = performance.now();
      const response = await fetch(baseUrl + path, {
        headers: { authorization: `Bearer ${apiKey}` },
      });
      const body = (await response.json()) as { readonly data?: readonly unknown[] };
      taken.push(performance.now() - from);
      rows = response.ok ? String(body.data?.length) : `status ${response.status}`;
    }
    queries.push({ name, rows, ms: median(taken) });
  }
  return queries;
}

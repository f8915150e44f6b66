import { client } from './heyApi/client.gen';
import {
  contactGet,
  contactList,
  contactUpsert,
  messageSend,
  messageSendBatch,
} from './heyApi/sdk.gen';

client.setConfig({ baseUrl: process.env.BASE_URL!, auth: process.env.API_KEY! });
const options = { throwOnError: true } as const;

const { data: sent } = await messageSend({
  ...options,
  body: { to: '+12025550101', text: 'Your order 1042 is on its way', ttl: 3600 },
});
const { data: batch } = await messageSendBatch({
  ...options,
  headers: { 'Idempotency-Key': 'opening-heyApi' },
  body: {
    messages: [
      { to: '+12025550102', text: 'We open at 9', idempotency_key: 'opening-heyApi-1' },
      { to: '+442079460000', text: 'We open at 9' },
    ],
  },
});
const contacts: string[] = [];
for (const phone of ['+12025550111', '+12025550112', '+12025550113'])
  await contactUpsert({ ...options, body: { phone, first_name: 'Ada' } });
let cursor: string | undefined;
do {
  const { data: page } = await contactList({ ...options, query: { limit: 2, cursor } });
  contacts.push(...page.data.map(({ phone }) => phone));
  cursor = page.next_cursor ?? undefined;
} while (cursor !== undefined);
const { data: contact } = await contactGet({ ...options, path: { id: '+12025550111' } });
const { error, response } = await messageSend({ body: { to: 'Jane', text: 'Hi' } });

console.log(
  JSON.stringify({
    sent: sent.id,
    results: batch.results.map(({ status, message, problem }) => [
      status,
      message?.text ?? problem?.code,
    ]),
    contacts,
    name: contact.first_name,
    error: [response?.status, error?.code, error?.errors[0]?.pointer],
  }),
);

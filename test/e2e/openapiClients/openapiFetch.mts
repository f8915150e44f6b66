import createClient from 'openapi-fetch';
import type { paths } from './openapiFetch.d.ts';

const { GET, POST } = createClient<paths>({
  baseUrl: process.env.BASE_URL!,
  headers: { authorization: `Bearer ${process.env.API_KEY!}` },
});
const required = <T,>(value: T | undefined): T => {
  if (value === undefined) throw new Error('The request failed');
  return value;
};

const sent = await POST('/messages', {
  body: { to: '+12025550101', text: 'Your order 1042 is on its way', ttl: 3600 },
});
const batch = await POST('/messages/batch', {
  params: { header: { 'Idempotency-Key': 'opening-openapiFetch' } },
  body: {
    messages: [
      { to: '+12025550102', text: 'We open at 9', idempotency_key: 'opening-openapiFetch-1' },
      { to: '+442079460000', text: 'We open at 9' },
    ],
  },
});
const contacts: string[] = [];
for (const phone of ['+12025550111', '+12025550112', '+12025550113'])
  required((await POST('/contacts', { body: { phone, first_name: 'Ada' } })).data);
let cursor: string | undefined;
do {
  const page = required((await GET('/contacts', { params: { query: { limit: 2, cursor } } })).data);
  contacts.push(...page.data.map(({ phone }) => phone));
  cursor = page.next_cursor ?? undefined;
} while (cursor !== undefined);
const contact = await GET('/contacts/{id}', { params: { path: { id: '+12025550111' } } });
const { error, response } = await POST('/messages', { body: { to: 'Jane', text: 'Hi' } });

console.log(
  JSON.stringify({
    sent: required(sent.data).id,
    results: required(batch.data).results.map(({ status, message, problem }) => [
      status,
      message?.text ?? problem?.code,
    ]),
    contacts,
    name: required(contact.data).first_name,
    error: [response.status, error?.code, error?.errors[0]?.pointer],
  }),
);

import { contactGet, contactList, contactUpsert, messageSend, messageSendBatch } from './orval';

const headers = { authorization: `Bearer ${process.env.API_KEY!}` };
const expectStatus = <Response extends { readonly status: number }, Status extends number>(
  response: Response,
  ...statuses: readonly Status[]
): Extract<Response, { readonly status: Status }> => {
  if (!statuses.some((one) => one === response.status))
    throw new Error(`The request failed with ${response.status}`);
  return response as Extract<Response, { readonly status: Status }>;
};

const sent = expectStatus(
  await messageSend(
    { to: '+12025550101', text: 'Your order 1042 is on its way', ttl: 3600 },
    { headers },
  ),
  202,
);
const batch = expectStatus(
  await messageSendBatch(
    {
      messages: [
        { to: '+12025550102', text: 'We open at 9', idempotency_key: 'opening-orval-1' },
        { to: '+442079460000', text: 'We open at 9' },
      ],
    },
    { headers: { ...headers, 'Idempotency-Key': 'opening-orval' } },
  ),
  200,
);
const contacts: string[] = [];
for (const phone of ['+12025550111', '+12025550112', '+12025550113'])
  expectStatus(await contactUpsert({ phone, first_name: 'Ada' }, { headers }), 200, 201);
let cursor: string | undefined;
do {
  const { data: page } = expectStatus(await contactList({ limit: 2, cursor }, { headers }), 200);
  contacts.push(...page.data.map(({ phone }) => phone));
  cursor = page.next_cursor ?? undefined;
} while (cursor !== undefined);
const contact = expectStatus(await contactGet('+12025550111', { headers }), 200);
const refused = expectStatus(await messageSend({ to: 'Jane', text: 'Hi' }, { headers }), 422);

console.log(
  JSON.stringify({
    sent: sent.data.id,
    results: batch.data.results.map(({ status, message, problem }) => [
      status,
      message?.text ?? problem?.code,
    ]),
    contacts,
    name: contact.data.first_name,
    error: [refused.status, refused.data.code, refused.data.errors[0]?.pointer],
  }),
);

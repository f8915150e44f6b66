// A journey against a real service, at TEXTLOOM_URL. At FAULTY_BASE_URL it loses the first responses.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApiError,
  NetworkError,
  paginate,
  sendMany,
  Textloom,
  TextloomError,
  verifyWebhook,
  WebhookVerificationError,
} from 'textloom';

const { TEXTLOOM_API_KEY: apiKey, TEXTLOOM_URL: baseUrl, FAULTY_BASE_URL } = process.env;
const ada = '+12025550141';
const bob = '+12025550122';
const textloom = new Textloom({ apiKey, baseUrl });
const faulty = new Textloom({ apiKey, baseUrl: FAULTY_BASE_URL });

async function until(what, ask) {
  for (const deadline = Date.now() + 150_000; Date.now() < deadline; await sleep(50)) {
    const found = await ask();
    if (found) return found;
  }
  throw new Error(`Waited 150 seconds until ${what}`);
}

async function refusal(status, code, call) {
  const error = await call.then(
    () => assert.fail('The call succeeded'),
    (refused) => refused,
  );
  assert.ok(error instanceof ApiError && error instanceof TextloomError, error);
  assert.deepEqual([error.status, error.code], [status, code]);
  return error;
}

test('sends a message and follows it to the handset', async () => {
  const text = 'Grüße & 100 % 👋';
  const sent = await textloom.messages.send({
    to: ada,
    text,
    reference: 'node-sent',
    metadata: { constructor: 'ACME' },
    from: undefined,
  });
  assert.equal(sent.text, text);
  const delivered = await until('it is delivered', async () => {
    const message = await textloom.messages.get(sent.id);
    return message.status === 'delivered' && message;
  });
  assert.deepEqual(delivered.metadata, { constructor: 'ACME' });
  const found = await textloom.messages.list({ reference: 'node-sent' });
  assert.deepEqual(
    found.data.map(({ id }) => id),
    [sent.id],
  );
});

test('counts a call that is repeated under its key once', async () => {
  const responses = [];
  const onResponse = (response) => responses.push(response);
  const options = { idempotencyKey: randomUUID(), onResponse };
  const first = await textloom.messages.send({ to: ada, text: 'Once' }, options);
  const again = await textloom.messages.send({ to: ada, text: 'Once' }, options);
  assert.equal(first.id, again.id);
  const refused = await refusal(
    422,
    'idempotency_key_reused',
    textloom.messages.send({ to: ada, text: 'Twice' }, options),
  );
  assert.deepEqual(
    responses.map(({ status, replayed }) => [status, replayed]),
    [
      [202, false],
      [202, true],
      [422, false],
    ],
  );
  assert.ok(responses.every(({ headers }) => headers.ratelimit));
  assert.equal(responses[2].requestId, refused.requestId);
  assert.equal(refused.message, `${refused.detail} (idempotency_key_reused, ${refused.requestId})`);
});

test('sends once although responses are lost', async () => {
  const sent = await faulty.messages.send({ to: ada, text: 'Lost', reference: 'node-lost' });
  const found = await textloom.messages.list({ reference: 'node-lost' });
  assert.deepEqual(
    found.data.map(({ id }) => id),
    [sent.id],
  );
});

test('counts a deletion whose response was lost as done', async () => {
  await textloom.contacts.upsert({ phone: bob });
  assert.equal(await faulty.contacts.delete(bob), undefined);
});

test('sends a batch and says which row is refused', async () => {
  const rows = [
    { to: ada, text: 'One' },
    { to: 'Jane', text: 'Two' },
    { to: ada, text: '3' },
  ];
  const { results } = await textloom.messages.sendBatch({ messages: rows });
  assert.deepEqual(
    results.map(({ status }) => status),
    [202, 422, 202],
  );
  assert.equal(results[1].problem.errors[0].pointer, '/to');
});

test('sends more messages than a request allows, each of them once', async () => {
  const rows = Array.from({ length: 501 }, (_, index) => ({
    to: index === 1 ? 'Jane' : ada,
    text: 'Many',
    reference: 'node-many',
    idempotency_key: `node-many-${index}`,
  }));
  const [first, again] = [await sendMany(textloom, rows), await sendMany(textloom, rows)];
  assert.ok(first[1] instanceof ApiError);
  assert.equal(first[1].fieldErrors[0].pointer, '/to');
  const listIds = (results) => results.map(({ id }) => id);
  assert.equal(new Set(listIds(first)).size, 501);
  assert.deepEqual(listIds(first), listIds(again));
  const nowhere = new Textloom({ apiKey, baseUrl: 'http://127.0.0.1:1/v1', retryFor: 0 });
  const failed = await sendMany(nowhere, rows);
  assert.equal(failed.filter((one) => one instanceof NetworkError).length, 500);
  assert.match(failed[500].message, /^The message was not sent, /);
});

test('previews a message and cancels a scheduled one', async () => {
  const preview = await textloom.messages.preview({ to: ada, text: 'x'.repeat(200) });
  assert.deepEqual([preview.would_send, preview.segments], [true, 2]);
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const { id } = await textloom.messages.send({ to: ada, text: 'Later', send_at: later });
  assert.equal((await textloom.messages.cancel(id)).status, 'canceled');
  await refusal(409, 'not_cancelable', textloom.messages.cancel(id));
});

test('keeps contacts and lists', async () => {
  const phone = '+12025550143';
  const created = await textloom.contacts.upsert({
    phone,
    first_name: 'Ada',
    attributes: { plan: 'pro' },
  });
  const again = await textloom.contacts.upsert({ phone, last_name: 'Lovelace' });
  assert.deepEqual([again.id, again.first_name], [created.id, 'Ada']);
  const updated = await textloom.contacts.update(created.id, { email: 'ada@example.com' });
  assert.equal(updated.email, 'ada@example.com');
  const cleared = await textloom.contacts.update(created.id, { email: null });
  assert.equal(cleared.email, null);

  const letter = await textloom.lists.create({ name: 'Node letter' });
  assert.deepEqual((await textloom.lists.addContact(letter.id, phone)).lists, [letter.id]);
  assert.equal((await textloom.lists.get(letter.id)).size, 1);
  assert.equal(await textloom.lists.removeContact(letter.id, created.id), undefined);
  await textloom.lists.delete(letter.id);

  await textloom.contacts.delete(created.id);
  const refused = await refusal(404, 'not_found', textloom.contacts.get(created.id));
  assert.ok(refused.requestId);
});

test('walks through all pages', async () => {
  const phones = [0, 1, 2, 3, 4].map((digit) => `+1202555015${digit}`);
  for (const phone of phones) await textloom.contacts.upsert({ phone, external_id: 'node-page' });
  const found = [];
  for await (const { phone } of paginate(textloom.contacts.list, {
    external_id: 'node-page',
    limit: 2,
  }))
    found.push(phone);
  assert.deepEqual(found, phones.reverse());
  const { data } = await textloom.carriers.list();
  const walked = [];
  for await (const { name } of paginate(textloom.carriers.list)) walked.push(name);
  const { id } = await textloom.messages.send({ to: ada, text: 'Attempts' });
  for await (const attempt of paginate(textloom.messages.attempts, id)) assert.ok(attempt.id);
  // The counts of a carrier may have changed meanwhile.
  assert.deepEqual(
    walked,
    data.map(({ name }) => name),
  );
});

test('imports contacts and counts messages', async () => {
  const csv = 'phone,first_name\n+12025550144,Eve\nnobody,Joe\n';
  const done = await textloom.contacts.import({ csv });
  assert.deepEqual([done.created, done.refused[0].line], [1, 3]);
  await textloom.messages.send({ to: ada, text: 'Counted' });
  const report = await textloom.reports.get({ group_by: 'status' });
  assert.ok(report.totals.messages >= 1);
});

test('receives a signed delivery and refuses a forged one', async (context) => {
  const arrived = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    arrived.push({ body, headers: request.headers });
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  context.after(() => server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}/`;
  const webhook = await textloom.webhooks.create({ url, events: ['*'], filter: { to: [ada] } });
  const tested = await textloom.webhooks.test(webhook.id);
  // An event of an earlier message may arrive first.
  const { body, headers } = await until('it is delivered', () =>
    arrived.find((one) => one.body.includes(tested.event_id)),
  );

  const { secret } = webhook;
  const event = verifyWebhook(body, headers, secret);
  assert.deepEqual([event.id, event.type], [tested.event_id, 'webhook.test']);
  const other = `whsec_${'A'.repeat(32)}`;
  for (const [given, withHeaders, secrets, now] of [
    [`${body} `, headers, secret],
    [body, { ...headers, 'webhook-signature': 'v1,é' }, secret],
    [body, {}, secret],
    [body, headers, other],
    [body, headers, []],
    [body, headers, undefined],
    [body, headers, 'whsec_'],
    [body, headers, secret, Date.now() + 302_000],
  ])
    assert.throws(
      () => verifyWebhook(given, withHeaders, secrets, { now }),
      WebhookVerificationError,
    );
  assert.throws(() => verifyWebhook(JSON.parse(body), headers, secret), TypeError);
  verifyWebhook(body.toString(), new Headers(headers), [other, secret]);
  verifyWebhook(body, headers, secret.replace(/=+$/, ''));
  const capitals = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]);
  verifyWebhook(body, Object.fromEntries(capitals), secret, {
    now: Date.now() + 400_000,
    tolerance: 500,
  });

  const unfiltered = await textloom.webhooks.update(webhook.id, { filter: null });
  assert.equal(unfiltered.filter, null);
  const events = await textloom.events.list({ type: ['webhook.test', 'message.received'] });
  assert.ok(events.data.some(({ id }) => id === tested.event_id));
  await textloom.webhooks.delete(webhook.id);
});

test('says by its error why a call was refused', async () => {
  const stranger = new Textloom({ apiKey: 'tl_admin_of_somebody_else', baseUrl });
  await refusal(401, 'unauthenticated', stranger.account.get());
  await refusal(404, 'not_found', textloom.messages.get('msg_/?#'));
  const refused = await refusal(
    422,
    'validation_failed',
    textloom.messages.send({ to: 'Jane', text: 'Hi' }),
  );
  assert.deepEqual(
    refused.fieldErrors.map(({ pointer, code }) => [pointer, code]),
    [['/to', 'invalid_format']],
  );
  assert.ok(refused.remedy);
  const phone = '+12025550145';
  await textloom.contacts.upsert({ phone, status: 'opted_out' });
  await refusal(422, 'recipient_opted_out', textloom.messages.send({ to: phone, text: 'Hi' }));
  await refusal(0, 'validation_failed', textloom.lists.removeContact('..', phone));
  assert.equal((await textloom.contacts.get(phone)).status, 'opted_out');
  await assert.rejects(textloom.contacts.get({ id: phone }), TypeError);
  await assert.rejects(textloom.contacts.delete(''), TypeError);
  await refusal(
    0,
    'invalid_idempotency_key',
    textloom.lists.create({ name: 'A' }, { idempotencyKey: 'a\r\nb: c' }),
  );
  await refusal(418, 'unexpected_response', faulty.account.get());
  assert.throws(() => new Textloom({ apiKey, baseUrl: 'example.com' }), /base URL/);
});

test('refuses the page of a proxy as a success', async () => {
  for (let page = 0; page < 2; page++) {
    const read = await refusal(200, 'unexpected_response', faulty.account.get());
    assert.equal(read.mayHaveRun, false);
  }
  for (const status of [200, 500]) {
    const create = faulty.lists.create({ name: 'Page' });
    assert.equal((await refusal(status, 'unexpected_response', create)).mayHaveRun, true);
  }
  await refusal(200, 'unexpected_response', faulty.lists.delete('lst_1'));
});

test('gives up if no response arrives, or if the caller cancels', async () => {
  const nowhere = { apiKey, baseUrl: 'http://127.0.0.1:1/v1' };
  await assert.rejects(new Textloom({ ...nowhere, retryFor: 0 }).account.get(), (error) => {
    assert.ok(error instanceof NetworkError);
    return error.message === 'The service could not be reached';
  });
  const signal = AbortSignal.timeout(50);
  await assert.rejects(new Textloom(nowhere).account.get({ signal }), { name: 'TimeoutError' });
});

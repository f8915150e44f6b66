import { contract, sampleOf, type Resource } from '@textloom/shared/contract';
import { handset, type Account, type Harness } from '../harness/harness.ts';
import type { Hook } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';

type Objects = Readonly<Record<Exclude<Resource, 'account' | 'carrier' | 'report'>, string>>;

/** Describes an account that has at least one object of each resource. */
export interface Life {
  readonly account: Account;
  readonly hook: Hook;
  /** The ID of an object of each resource. */
  readonly ids: Objects;
  readonly pendingContact: string;
  readonly scheduledMessage: string;
  readonly waitingBroadcast: string;
  readonly availableNumber: string;
  /** The numbers of people, and other values that describe them and the objects. */
  readonly phones: readonly string[];
  readonly names: readonly string[];
  readonly prefix: string;
  readonly cursor: string;
  /** The key that made all requests. */
  readonly usedKey: string;
}

interface People {
  /** Is in the numbers and names of all people. Somebody could search for these. */
  readonly area: number;
  /** Is in all other texts. */
  readonly secret: string;
}

/** Lets an account do everything that the service offers. */
export async function live(
  harness: Harness,
  account: Account,
  { area, secret }: People,
): Promise<Life> {
  const { client } = account;
  const name = `Visible ${area}`;
  const person = handset(59, area);
  const doubtful = handset(3, area);
  const verified = handset(4, area);
  const erased = handset(5, area);
  const hook = harness.receiver.hook();
  hook.response = (response) => response.end(`${secret} ${area}`);
  const webhook = await client.webhook.create({ url: hook.url, events: ['*'] });
  const list = await client.list.create({ name });
  const contact = await client.contact.upsert({
    phone: person,
    first_name: name,
    last_name: secret,
    email: `visible${area}@example.com`,
    external_id: name,
    attributes: { note: secret },
    lists: [list.id],
    consent: { source: secret, at: new Date(Date.now() - 60_000).toISOString() },
  });
  const pending = await client.contact.upsert({ phone: handset(6, area), status: 'pending' });
  const message = await client.message.send({
    to: person,
    text: secret,
    reference: name,
    metadata: { note: secret },
  });
  await account.reaches(message.id);
  const reply = await until(
    'the handset replied',
    async () => (await client.message.list({ direction: 'inbound', phone: person })).data[0],
  );
  const [conversation] = (await client.conversation.list({ phone: person })).data;
  const [consent] = (await client.consent.list({ phone: person })).data;
  await account.textFrom(doubtful, 'How do I get off this list?');
  const review = await until(
    'the doubtful text is in review',
    async () => (await client.review.list({ phone: doubtful })).data[0],
  );
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const later = { text: secret, send_at: inAnHour };
  const scheduled = await client.message.send({ to: person, ...later });
  const sale = {
    name: secret,
    audience: { list_ids: [list.id] },
    purpose: 'notification' as const,
    text: secret,
    metadata: { note: secret },
  };
  const broadcast = await client.broadcast.create(sale);
  await until(
    'the broadcast is complete',
    async () => (await client.broadcast.get({ id: broadcast.id })).status === 'completed',
  );
  const waiting = await client.broadcast.create({ ...sale, send_at: inAnHour });
  const verification = await client.verification.start({ to: verified });
  const key = await client.key.create({ name: secret, scope: 'read' });
  const registration = await client.registration.submit({
    ...sampleOf(contract.registration.submit.input),
    number_ids: [],
  });
  await client.contact.delete({ id: erased, erase: true });
  const [erasure] = (await client.erasure.list({})).data;
  const [number] = (await client.number.list({})).data;
  const [event] = await account.eventsOf(message.id);
  const [entry] = (await client.audit.list({})).data;
  const { data: available } = await client.number.available({ limit: 1 });
  const { next_cursor } = await client.message.list({ limit: 1 });
  return {
    account,
    hook,
    ids: {
      key: key.id,
      audit: entry!.id,
      message: message.id,
      contact: contact.id,
      list: list.id,
      conversation: conversation!.id,
      consent: consent!.id,
      erasure: erasure!.id,
      review: review.id,
      broadcast: broadcast.id,
      verification: verification.id,
      number: number!.id,
      registration: registration.id,
      webhook: webhook.id,
      event: event!.id,
    },
    pendingContact: pending.id,
    scheduledMessage: scheduled.id,
    waitingBroadcast: waiting.id,
    availableNumber: available[0]!.number,
    phones: [person, verified, doubtful],
    names: [name, contact.email!, reply.id],
    prefix: `+1${area}555`,
    cursor: next_cursor!,
    usedKey: entry!.key_id!,
  };
}

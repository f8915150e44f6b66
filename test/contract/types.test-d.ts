// This code is not executed. It is for type checking only.
import type { Client } from '@textloom/shared/client';
import type { Event, Infer, MessageEventData, Output } from '@textloom/shared/contract';
import { schema, type contract } from '@textloom/shared/contract';

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(): T => true as T;

const order = schema({
  type: 'object',
  properties: {
    id: { type: 'string' },
    total: { type: 'number', nullable: true },
    state: { type: 'string', enum: ['open', 'paid'] },
    notes: { type: 'object', values: { type: 'string' } },
  },
  required: ['id', 'total'],
});
holds<
  Equal<
    Infer<typeof order>,
    { id: string; total: number | null; state?: 'open' | 'paid'; notes?: Record<string, string> }
  >
>();

holds<Equal<Event<'message.received'>['data'], MessageEventData>>();
holds<Equal<Output<(typeof contract)['contact']['delete']>, undefined>>();

export const narrows = (event: Event): string =>
  event.type === 'webhook.test' ? event.data.webhook_id : event.id;
export const lists = async (client: Client): Promise<Event[]> => (await client.event.list({})).data;
export const sends = (client: Client) => client.message.send({ to: '+12025550123', text: 'Hi' });
export const sendsMedia = (client: Client) =>
  client.message.send({ to: '+12025550123', media_urls: ['https://example.com/menu.jpg'] });
// @ts-expect-error the text of a message is a string
export const numeric = (client: Client) => client.message.send({ to: '+12025550123', text: 42 });
// @ts-expect-error schemas support only some types
export const open = schema({ type: 'null' });

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
// @ts-expect-error a message needs text
export const textless = (client: Client) => client.message.send({ to: '+12025550123' });
// @ts-expect-error schemas support only some types
export const open = schema({ type: 'null' });

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createClient } from '@textloom/shared/client';
import { createHost } from '../../connectors/node-red/src/connection/host.ts';
import { sendOnce } from '../../connectors/node-red/src/nodes/sendOnce.ts';
import { createMessage, startFarSide, type FarSide } from '../n8n/farSide.ts';

let far: FarSide;
beforeEach(async () => {
  far = await startFarSide(({ messages }) => ({ status: 202, body: createMessage(messages[0]!) }));
});
afterEach(() => far.stop());

const draft = { to: '+12025550123', text: 'Hi' };
const send = (id: string, _msgid: string, message: Parameters<typeof sendOnce>[3] = draft) =>
  sendOnce(createClient(createHost(far.credential)), { id }, { _msgid }, message);
const keys = () => far.asked.map(({ headers }) => headers['idempotency-key']);

describe('the idempotency key of a text', () => {
  it('is the same if the same message passes the node again', async () => {
    await send('node-1', 'msg-1');
    await send('node-1', 'msg-1');
    expect(new Set(keys()).size).toBe(1);
  });

  it('differs between nodes, messages, recipients and texts', async () => {
    await send('node-1', 'msg-1');
    await send('node-2', 'msg-1');
    await send('node-1', 'msg-2');
    await send('node-1', 'msg-1', { ...draft, to: '+12025550124' });
    await send('node-1', 'msg-1', { ...draft, text: 'Bye' });
    expect(new Set(keys()).size).toBe(5);
  });

  it('is not a template that nothing fills in, because every record would have it', async () => {
    const message = { ...draft, deduplication_key: 'order-{{payload.id}}' };
    await expect(send('node-1', 'msg-1', message)).rejects.toMatchObject({
      fieldErrors: [{ pointer: '/deduplication_key', detail: expect.stringContaining('{{') }],
    });
    expect(keys()).toEqual([]);
  });

  it('depends only on the deduplication key and the recipient if there is one', async () => {
    const message = { ...draft, deduplication_key: 'order-1042' };
    await send('node-1', 'msg-1', message);
    await send('node-2', 'msg-2', { ...message, to: '+1 202-555-0123' });
    expect(new Set(keys()).size).toBe(1);
    expect(far.asked.every(({ messages }) => !('deduplication_key' in messages[0]!))).toBe(true);
  });
});

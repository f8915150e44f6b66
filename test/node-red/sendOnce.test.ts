import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createClient } from '@textloom/shared/client';
import { createHost } from '../../connectors/node-red/src/connection/host.ts';
import { registerSend } from '../../connectors/node-red/src/nodes/send.ts';
import { sendOnce } from '../../connectors/node-red/src/nodes/sendOnce.ts';
import { createMessage, startFarSide, type FarSide } from '../n8n/farSide.ts';
import { createTestHost } from './host.ts';

let far: FarSide;
beforeEach(async () => {
  far = await startFarSide(({ messages }) => ({ status: 202, body: createMessage(messages[0]!) }));
});
afterEach(() => far.stop());

const draft = { to: '+12025550123', text: 'Hi' };
const send = (
  id: string,
  _msgid: string,
  message: Parameters<typeof sendOnce>[3] = draft,
  values: Parameters<typeof sendOnce>[4] = {},
) => sendOnce(createClient(createHost(far.credential)), { id }, { _msgid }, message, values);
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

describe('the merge fields of a text', () => {
  const typed = 'Hi {{first_name}}';
  /** Returns what the service gets for a text, if the form has these values. */
  const sent = async (text: string, values: object, merge_fields = false) => {
    await send('node-1', 'msg-1', { ...draft, text, merge_fields }, { ...values });
    const { text: got, merge_fields: isMerged = true } = far.asked.at(-1)!.messages[0]!;
    return { text: got, isMerged };
  };

  it('are replaced if the author of the flow typed them', async () => {
    const values = { text: typed, textType: 'str' };
    expect(await sent(typed, values)).toEqual({ text: typed, isMerged: true });
  });

  it.each(['msg', 'flow', 'global', 'env'])('stay as they are in a value of %s', async (type) => {
    const values = { text: 'payload', textType: type };
    const text = 'Repeat: {{notes}}';
    expect(await sent(text, values)).toEqual({ text, isMerged: false });
    expect(await sent(text, {})).toEqual({ text, isMerged: false });
  });

  it('are replaced in an expression only if the author of the flow typed them', async () => {
    const values = { text: `"${typed}: " & payload`, textType: 'jsonata' };
    expect(await sent(`${typed}: {{notes}}`, values)).toEqual({
      text: `${typed}: { {notes}}`,
      isMerged: true,
    });
  });

  it('are all replaced if the author of the flow chooses that', async () => {
    const values = { text: 'payload', textType: 'msg' };
    expect(await sent(typed, values, true)).toEqual({ text: typed, isMerged: true });
  });

  it('come from the text as the form of a node stores it', async () => {
    const { baseUrl, apiKey } = far.credential;
    const { RED, create } = createTestHost({ baseUrl, apiKey });
    registerSend(RED);
    const payload = 'Repeat: {{notes}}';
    const run = (id: string, values: object) =>
      create('textloom-send', id, { ...values }).input({ _msgid: id, topic: draft.to, payload });
    await run('node-1', {});
    await run('node-2', { text: typed, textType: 'str' });
    await run('node-3', { merge_fields: 'true', merge_fieldsType: 'bool' });
    const sent = far.asked.map(({ messages: [message] }) => ({
      text: message!.text,
      isMerged: message!.merge_fields ?? true,
    }));
    expect(sent).toEqual([
      { text: payload, isMerged: false },
      { text: typed, isMerged: true },
      { text: payload, isMerged: true },
    ]);
  });
});

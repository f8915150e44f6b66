import { beforeEach, describe, expect, it } from '@jest/globals';
import { paginate } from '@textloom/shared/client';
import type { Conversation, Event, Message } from '@textloom/shared/contract';
import { handset, type Account, type Harness } from '../harness/harness.ts';
import { until } from '../harness/until.ts';

const anna = handset(0, 917);
const ben = handset(1, 917);
const cleo = handset(2, 917);

/** Tests the conversations between the numbers of an account and phones. */
export function describeConversations(harness: () => Harness): void {
  describe('a conversation', () => {
    let account: Account;
    beforeEach(() => {
      account = harness().account();
    });

    /** Types a text and waits until the service has received it. */
    const received = async (from: string, text: string, by = account): Promise<Message> => {
      await by.textFrom(from, text);
      return until('the text has arrived', async () => {
        const { data } = await by.client.message.list({ direction: 'inbound', from });
        return data.find((one) => one.text === text);
      });
    };
    const textsAtOnce = (from: string, texts: readonly string[]) =>
      Promise.all(texts.map((text) => received(from, text)));
    const list = async (filter: Parameters<typeof account.client.conversation.list>[0] = {}) =>
      (await account.client.conversation.list(filter)).data;
    const get = (id: string) => account.client.conversation.get({ id });
    const send = (to: string, text: string) => account.client.message.send({ to, text });
    const readEvents = async (id: string): Promise<[string, Conversation][]> => {
      const { data } = await account.client.event.list({ limit: 100 });
      return data
        .filter(({ type }) => type.startsWith('conversation.'))
        .map(({ type, data }) => [type, data as Conversation] as [string, Conversation])
        .filter(([, { id: of }]) => of === id)
        .reverse();
    };
    const missing = { code: 'not_found' };

    it('starts with the first text of a person, and shows the person and the text', async () => {
      const contact = await account.client.contact.upsert({ phone: anna, first_name: 'Anna' });
      const text = await received(anna, 'Hello');
      const [found] = await list();
      expect(found).toEqual({
        id: text.conversation_id,
        number: account.number,
        phone: anna,
        contact: { ...contact, lists: [] },
        status: 'open',
        unread: 1,
        last_message: {
          id: text.id,
          direction: 'inbound',
          status: 'received',
          text: 'Hello',
          text_erased_at: null,
          created_at: text.created_at,
        },
        created_at: text.created_at,
        updated_at: text.created_at,
        closed_at: null,
      });
      expect(await get(found!.id)).toEqual(found);
      expect(await readEvents(found!.id)).toEqual([['conversation.opened', found]]);
    });

    it('does not start when the account sends, and then contains what the account sent', async () => {
      const sent = await send(anna, 'Your order is on its way');
      await account.reaches(sent.id);
      expect(await list()).toEqual([]);
      const id = sent.conversation_id!;
      await expect(get(id)).rejects.toMatchObject(missing);
      const reply = await received(anna, 'Thanks');
      expect(reply.conversation_id).toBe(id);
      const { data } = await account.client.conversation.messages({ id });
      expect(data).toEqual([reply, await account.client.message.get({ id: sent.id })]);
    });

    it('shows the newest message of both sides, and moves up the list with it', async () => {
      const [first, second] = [await received(anna, 'Hi'), await received(ben, 'Hey')];
      const ids = async () => (await list()).map(({ id }) => id);
      expect(await ids()).toEqual([second.conversation_id, first.conversation_id]);
      const sent = await send(anna, 'Hi Anna');
      expect(await ids()).toEqual([first.conversation_id, second.conversation_id]);
      const conversation = await get(first.conversation_id!);
      expect(conversation).toMatchObject({
        unread: 1,
        updated_at: sent.created_at,
        last_message: { id: sent.id, direction: 'outbound', text: 'Hi Anna' },
      });
      await account.reaches(sent.id);
      expect((await get(conversation.id)).last_message!.status).toBe('delivered');
    });

    it('shows the text of the person, not the automatic reply', async () => {
      const stop = await received(anna, 'STOP');
      expect(await get(stop.conversation_id!)).toMatchObject({
        unread: 1,
        last_message: { id: stop.id, text: 'STOP' },
        contact: { status: 'opted_out' },
      });
    });

    it('is one for all spellings of a number', async () => {
      const [long, short] = ['+5491123456789', '+541123456789'];
      const { conversation } = account.client;
      const opened = await conversation.open({ phone: long });
      expect(opened).toMatchObject({ phone: long });
      expect(await conversation.open({ phone: short })).toEqual(opened);
      await account.client.contact.upsert({ phone: short, first_name: 'Carla' });
      expect(await get(opened.id)).toMatchObject({ contact: { first_name: 'Carla' } });
      for (const phone of [long, short]) expect(await list({ phone })).toHaveLength(1);
    });

    it('counts what is unread, however many texts come at the same time', async () => {
      const texts = Array.from({ length: 8 }, (_, at) => `Text ${at}`);
      const messages = await textsAtOnce(anna, texts);
      const id = messages[0]!.conversation_id!;
      expect(await get(id)).toMatchObject({ unread: 8 });
      expect((await readEvents(id)).map(([type]) => type)).toEqual(['conversation.opened']);
      const inOrder = messages.map((message) => message.id).sort();
      expect((await get(id)).last_message!.id).toBe(inOrder.at(-1));
      const { conversation } = account.client;
      const read = async (last?: string) =>
        (await conversation.read({ id, ...(last && { last_message_id: last }) })).unread;
      expect(await read(inOrder[2])).toBe(5);
      // An earlier message makes nothing unread again.
      expect(await read(inOrder[0])).toBe(5);
      expect(await read(inOrder[6])).toBe(1);
      await received(anna, 'One more');
      expect(await read(inOrder[7])).toBe(1);
      expect(await read()).toBe(0);
      expect(await read(inOrder[0])).toBe(0);
    });

    it('refuses to be read up to a message of another conversation', async () => {
      const [own, other] = [await received(anna, 'Own'), await received(ben, 'Other')];
      const read = (last_message_id: string) =>
        account.client.conversation.read({ id: own.conversation_id!, last_message_id });
      for (const id of [other.id, 'msg_unknown'])
        await expect(read(id)).rejects.toMatchObject({ field: 'last_message_id' });
      expect(await read(own.id)).toMatchObject({ unread: 0 });
    });

    it('can be closed, and is reopened by the next text or by hand', async () => {
      const id = (await received(anna, 'Hi')).conversation_id!;
      const { conversation } = account.client;
      const closed = await conversation.update({ id, status: 'closed' });
      expect(closed).toMatchObject({ status: 'closed', closed_at: closed.updated_at, unread: 1 });
      expect(await conversation.update({ id, status: 'closed' })).toEqual(closed);
      await send(anna, 'Bye');
      expect(await get(id)).toMatchObject({ status: 'closed' });
      await received(anna, 'One more thing');
      expect(await get(id)).toMatchObject({ status: 'open', closed_at: null, unread: 2 });
      await conversation.update({ id, status: 'closed' });
      expect(await conversation.update({ id, status: 'open' })).toMatchObject({ closed_at: null });
      await conversation.update({ id, status: 'closed' });
      expect(await conversation.open({ phone: anna })).toMatchObject({ id, status: 'open' });
      const types = (await readEvents(id)).map(([type]) => type.split('.')[1]);
      const [opened, ended] = ['opened', 'closed'];
      expect(types).toEqual([opened, ended, opened, ended, opened, ended, opened]);
    });

    it('can be opened before anybody has texted: 201, then 200', async () => {
      const contact = await account.client.contact.upsert({ phone: anna });
      const open = (body: object) => account.json('POST', '/conversations', body);
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => open({ contact_id: contact.id })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([
        ...Array<number>(5).fill(200),
        201,
      ]);
      const body = answers[0]!.body as Conversation;
      expect(body).toMatchObject({ unread: 0, last_message: null, contact: { id: contact.id } });
      expect((await readEvents(body.id)).map(([type]) => type)).toEqual(['conversation.opened']);
      expect(await open({ phone: '(917) 555-0100', number: account.number })).toMatchObject({
        status: 200,
        body: { id: body.id },
      });
    });

    it('shows the last message that was sent before somebody opened it', async () => {
      await send(anna, 'Your order is ready');
      const last = await send(anna, 'We close at six');
      await send(ben, 'Another person');
      const opened = await account.client.conversation.open({ phone: anna });
      expect(opened).toMatchObject({ id: last.conversation_id, last_message: { id: last.id } });
    });

    it('needs a number of the account that can get replies', async () => {
      const open = (change: object) => account.client.conversation.open({ phone: anna, ...change });
      await expect(open({ number: '+12065559999' })).rejects.toMatchObject({
        code: 'sender_not_owned',
        field: 'number',
      });
      await expect(open({ number: 'ACME' })).rejects.toMatchObject({ field: 'number' });
      await expect(open({ phone: 'no phone' })).rejects.toMatchObject({ field: 'phone' });
      await expect(
        account.client.conversation.open({ contact_id: 'con_unknown' }),
      ).rejects.toMatchObject({ field: 'contact_id' });
    });

    it('sends a reply from its number, once per idempotency key', async () => {
      const id = (await received(anna, 'Are you open?')).conversation_id!;
      await account.client.number.provision({ number: '+19175550190', default: true });
      const reply = (body: object, key = 'k1') =>
        account.json('POST', `/conversations/${id}/messages`, body, { 'idempotency-key': key });
      const [first, again] = [await reply({ text: 'Yes' }), await reply({ text: 'Yes' })];
      expect([first.status, again.status]).toEqual([202, 202]);
      const message = first.body as Message;
      expect(again.body).toEqual(message);
      expect(message).toMatchObject({
        from: account.number,
        to: anna,
        text: 'Yes',
        conversation_id: id,
      });
      await account.reaches(message.id, 'delivered');
      expect((await account.textsOn(anna)).filter(({ text }) => text === 'Yes')).toHaveLength(1);
      expect(await get(id)).toMatchObject({ unread: 1, last_message: { id: message.id } });
      expect(await reply({ text: 'No' })).toMatchObject({ status: 422 });
      expect(await reply({}, 'k2')).toMatchObject({ status: 422 });
    });

    it('sends all of many replies at the same time, and refuses only the unknown ones', async () => {
      const id = (await received(anna, 'Hi')).conversation_id!;
      const reply = (to: string, text: string) =>
        account.json('POST', `/conversations/${to}/messages`, { text });
      const answers = await Promise.all(
        [id, 'cnv_unknown', id, id].map((to, at) => reply(to, `Reply ${at}`)),
      );
      expect(answers.map(({ status }) => status)).toEqual([202, 404, 202, 202]);
      expect(answers.map(({ body }) => (body as Message).text)).toEqual([
        'Reply 0',
        undefined,
        'Reply 2',
        'Reply 3',
      ]);
    });

    it('refuses a reply to somebody who has opted out, and from a number that is gone', async () => {
      const id = (await received(anna, 'STOP')).conversation_id!;
      const reply = () => account.client.conversation.reply({ id, text: 'Hello?' });
      await expect(reply()).rejects.toMatchObject({ code: 'recipient_opted_out' });
      const numbers = await account.client.number.list({});
      const own = numbers.data.find(({ number }) => number === account.number)!;
      await account.client.number.release({ id: own.id });
      await expect(reply()).rejects.toMatchObject({ code: 'sender_not_owned' });
      expect((await account.client.conversation.messages({ id })).data.length).toBeGreaterThan(0);
      expect(await get(id)).toMatchObject({ number: account.number });
    });

    it('stays when its contact is deleted', async () => {
      const contact = await account.client.contact.upsert({ phone: anna });
      const text = await received(anna, 'Hi');
      await account.client.contact.delete({ id: contact.id });
      expect(await get(text.conversation_id!)).toMatchObject({ contact: null, unread: 1 });
    });

    it('lists its messages in pages, newest first, without those of other conversations', async () => {
      const id = (await received(anna, 'Text 0')).conversation_id!;
      await received(ben, 'Not this one');
      await send(ben, 'Nor this');
      for (const at of [1, 2, 3])
        if (at % 2) await send(anna, `Text ${at}`);
        else await received(anna, `Text ${at}`);
      const texts: string[] = [];
      for await (const { text } of paginate(account.client.conversation.messages, { id, limit: 1 }))
        texts.push(text);
      expect(texts).toEqual(['Text 3', 'Text 2', 'Text 1', 'Text 0']);
      await expect(account.client.conversation.messages({ id, cursor: 'x' })).rejects.toMatchObject(
        { code: 'invalid_cursor' },
      );
    });

    it.each(['x', '2026-02-30T00:00:00.000Z cnv_', '0000-01-01T00:00:00.000Z cnv_'])(
      'is not listed after the place %s',
      async (place) => {
        const cursor = Buffer.from(`${place}${'0'.repeat(32)}`).toString('base64url');
        await expect(account.client.conversation.list({ cursor })).rejects.toMatchObject({
          code: 'invalid_cursor',
        });
      },
    );

    it('is listed in pages, and by status, unread, number, phone, contact and words', async () => {
      const contact = await account.client.contact.upsert({
        phone: ben,
        first_name: 'Ben_50%',
        last_name: 'Okafor',
      });
      for (const [phone, text] of [
        [anna, 'Do you ship to Norway?'],
        [ben, 'Hi'],
        [cleo, 'Thanks'],
      ] as const)
        await received(phone, text);
      const phones = async (filter: Parameters<typeof list>[0]) =>
        (await list(filter)).map(({ phone }) => phone);
      const all: string[] = [];
      for await (const { phone } of paginate(account.client.conversation.list, { limit: 1 }))
        all.push(phone);
      expect(all).toEqual([cleo, ben, anna]);

      const [{ id }] = (await list({ phone: anna })) as [Conversation];
      await account.client.conversation.read({ id });
      expect(await phones({ unread: true })).toEqual([cleo, ben]);
      expect(await phones({ unread: false })).toEqual([anna]);
      await account.client.conversation.update({ id, status: 'closed' });
      expect(await phones({ status: 'closed' })).toEqual([anna]);
      expect(await phones({ status: 'open' })).toEqual([cleo, ben]);
      expect(await phones({ number: account.number })).toEqual([anna, cleo, ben]);
      expect(await phones({ number: '+12065559999' })).toEqual([]);
      expect(await phones({ phone: '(917) 555-0101' })).toEqual([ben]);
      expect(await phones({ contact_id: contact.id })).toEqual([ben]);
      expect(await phones({ contact_id: '(917) 555-0101' })).toEqual([ben]);
      expect(await phones({ contact_id: cleo })).toEqual([]);
      expect(await phones({ contact_id: 'con_unknown' })).toEqual([]);
      for (const [search, found] of [
        ['norway', [anna]],
        ['_50% oKa', [ben]],
        ['%', [ben]],
        ['555-0102', [cleo]],
        ['+1 (917)', [anna, cleo, ben]],
        ['nothing', []],
      ] as const)
        expect([search, await phones({ search })]).toEqual([search, found]);
      for (const cursor of [
        'x',
        Buffer.from('2026-01-01T00:00:00.000Z cnv_1').toString('base64url'),
      ])
        await expect(list({ cursor })).rejects.toMatchObject({ code: 'invalid_cursor' });
    });

    it('is found by its last change, even if it moved during a walk through the pages', async () => {
      for (const phone of [anna, ben, cleo]) await received(phone, 'Hi');
      const oldest = (await list({ phone: anna }))[0]!;
      const start = (await list({ phone: cleo }))[0]!.updated_at;
      const seen = [];
      for await (const { phone } of paginate(account.client.conversation.list, { limit: 1 })) {
        if (seen.length === 0) await received(anna, 'Me again');
        seen.push(phone);
      }
      expect(seen).toEqual([cleo, ben]);
      const phones = async (filter: Parameters<typeof list>[0]) =>
        (await list(filter)).map(({ phone }) => phone);
      expect(await phones({ updated_after: start })).toEqual([anna, cleo]);
      expect(await phones({ updated_before: start })).toEqual([ben]);
      const between = { updated_after: oldest.updated_at, updated_before: start };
      expect(await phones(between)).toEqual([ben]);
      expect(await phones({ ...between, search: 'hi' })).toEqual([ben]);
      expect(await phones({ ...between, search: 'again' })).toEqual([]);
    });

    it('is found by the ID of a deleted contact who had texted before', async () => {
      const { contact, conversation } = account.client;
      const text = await received(anna, 'Hi');
      const { id } = await contact.upsert({ phone: anna });
      await contact.delete({ id });
      const { data } = await conversation.list({ contact_id: id });
      expect(data.map((found) => found.id)).toEqual([text.conversation_id]);
    });

    it('is found by the ID of a contact who is deleted, like its messages', async () => {
      const { contact, conversation, message } = account.client;
      const { id } = await contact.upsert({ phone: anna });
      await received(anna, 'Hi');
      const find = (contact_id: string) =>
        Promise.all([conversation.list({ contact_id }), message.list({ contact_id })]);
      const found = await find(id);
      expect(found.map(({ data }) => data.length)).toEqual([1, 1]);
      expect(await find(anna)).toEqual(found);
      await contact.delete({ id });
      const [{ data: conversations }, messages] = await find(id);
      expect(conversations.map(({ phone }) => phone)).toEqual([anna]);
      expect(messages).toEqual(found[1]);
      expect((await find(anna)).map(({ data }) => data)).toEqual([[], []]);
    });

    it('belongs to one account', async () => {
      const id = (await received(anna, 'Hi')).conversation_id!;
      const { conversation, contact } = harness().account().client;
      await contact.upsert({ phone: anna, first_name: 'Somebody' });
      expect((await conversation.list({})).data).toEqual([]);
      for (const attempt of [
        () => conversation.get({ id }),
        () => conversation.read({ id }),
        () => conversation.update({ id, status: 'closed' }),
        () => conversation.messages({ id }),
        () => conversation.reply({ id, text: 'Hi' }),
      ])
        await expect(attempt()).rejects.toMatchObject(missing);
      expect(await get(id)).toMatchObject({ status: 'open', unread: 1, contact: null });
    });

    it('is in the events of webhooks that ask for it', async () => {
      const hook = harness().receiver.hook();
      await account.client.webhook.create({ url: hook.url, events: ['conversation.*'] });
      const id = (await received(anna, 'Hi')).conversation_id!;
      await account.client.conversation.update({ id, status: 'closed' });
      await until('both events have arrived', () => hook.deliveries.length === 2);
      const types = hook.deliveries.map(({ event }: { event: Event }) => event.type);
      expect(types.sort()).toEqual(['conversation.closed', 'conversation.opened']);
    });
  });
}

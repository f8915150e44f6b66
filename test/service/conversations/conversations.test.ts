import { describe, expect, it } from '@jest/globals';
import { addSent } from '../../../service/conversations/addSent.ts';
import { conversationId } from '../../../service/conversations/conversationId.ts';
import { newId } from '../../../service/lib/ids.ts';
import { receive } from '../../../service/messages/receive.ts';
import type { MessageRow } from '../../../service/messages/toMessage.ts';
import { openFolder } from '../harness/database.ts';
import { provideRealService } from '../model/provideRealService.ts';
import type { RealService } from '../model/realService.ts';

describe('a conversation in the database', () => {
  let service: RealService;
  provideRealService(openFolder, (provided) => {
    service = provided;
  });

  const bring = (from: string, text: string, ref = newId('txt')) =>
    receive(service.context, 'scripted', {
      ...{ ref, from, to: service.number, text },
      receivedAt: service.context.clock(),
    });
  const conversations = () =>
    service.context.db
      .selectFrom('conversation')
      .selectAll()
      .where('account_id', '=', service.accountId)
      .execute();
  const newest = () =>
    service.context.db
      .selectFrom('message')
      .selectAll()
      .where('account_id', '=', service.accountId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();

  it('contains the texts from every spelling of a number, and answers the last one', async () => {
    const [long, short] = ['+5215512345678', '+525512345678'];
    await bring(long, 'Hola');
    await bring(short, 'Hola?');
    const [found, ...others] = await conversations();
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      id: conversationId({ accountId: service.accountId, number: service.number, phone: long }),
      phone: short,
      unread: 2,
    });
    expect([...found!.phones].sort()).toEqual([long, short]);
  });

  it('counts a text that the carrier delivers twice once', async () => {
    await Promise.all([1, 2, 3].map(() => bring(service.toPhone(0), 'Hi', 'one-text')));
    expect(await conversations()).toMatchObject([{ unread: 1 }]);
  });

  it('does not move when a broadcast reaches the recipient', async () => {
    await bring(service.toPhone(0), 'Hi');
    const [before] = await conversations();
    await service.wait(60);
    await service.send({ to: 0, parts: 1, ttl: 3_600, inSeconds: 0 });
    const [moved] = await conversations();
    const message = await newest();
    expect(moved).toMatchObject({ last_message_id: message.id, updated_at: message.created_at });
    expect(moved!.updated_at.getTime() - before!.updated_at.getTime()).toBe(60_000);
    const later: MessageRow = {
      ...message,
      id: newId('msg'),
      created_at: new Date(message.created_at.getTime() + 1_000),
    };
    const add = (row: MessageRow) =>
      service.context.db.transaction().execute((trx) => addSent(trx, [row]));
    await add({ ...later, broadcast_id: 'brd_1' });
    expect(await conversations()).toEqual([moved]);
    // An older message that commits later does not become the last one.
    await add(later);
    await add(message);
    expect(await conversations()).toMatchObject([
      { last_message_id: later.id, updated_at: later.created_at },
    ]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { until } from '../../service/harness/until.ts';
import {
  type Item,
  create,
  failure,
  run,
  said,
  search,
  sender,
  service,
  turnOn,
} from './zapierApp.ts';

/**
 * Tests broadcasts, conversations, codes and reviews. Adds a real result of each step to `results`.
 */
export function describeEngagement(results: Record<string, Item | undefined>): void {
  const past = async (trigger: string) =>
    ((await run(`triggers.${trigger}.operation.performList`)) as Item[])[0];
  const offered = (dropdown: string) =>
    run(`triggers.${dropdown}.operation.perform`, {
      meta: { page: 0, isFillingDynamicDropdown: true } as never,
    }) as Promise<Item[]>;
  const firstText = (phone: string) =>
    until('a text arrives', async () => (await service.textsOn(phone))[0]);

  describe('a broadcast', () => {
    const phone = '+12025550195';

    it('is previewed, sent once for a deduplication key, found and announced', async () => {
      const list = await service.client.list.create({ name: 'Sale' });
      const inList = { phone, first_name: 'Ada', lists: [list.id], attributes: { plan: 'pro' } };
      await service.client.contact.upsert(inList);
      const zap = await turnOn('broadcast_ended', { changes: ['broadcast.completed'] });
      const audience = { list_ids: [list.id], purpose: 'alert' };
      const details = {
        ...audience,
        text: 'Hi {{first_name|there}}, 20% off',
        failure_percent: 50,
      };
      results.preview_broadcast = (
        await search('preview_broadcast', { ...details, attributes: { plan: 'pro' } })
      )[0];
      expect(results.preview_broadcast).toMatchObject({ messages: 1, would_send: true });
      const step = { ...details, name: 'Sale', deduplication_key: 'sale-1' };
      const inputDataRaw = { country: '{{1__country}}' };
      const lost = await failure(create('send_broadcast', step, { inputDataRaw }));
      expect(said(lost)).toMatch(/^Country has no value in this run/);
      const meta = { isLoadingSample: true } as never;
      expect(await create('send_broadcast', step, { meta })).toMatchObject({
        status: 'not sent, because this is a test of the step',
        counts: { recipients: 1, pending: 1, skipped: 0 },
      });
      expect(await search('find_broadcast', { name: 'Sale' })).toEqual([]);
      results.send_broadcast = await create('send_broadcast', step);
      const { id } = results.send_broadcast;
      expect((await create('send_broadcast', step)).id).toBe(id);
      expect(await firstText(phone)).toMatchObject({ text: 'Hi Ada, 20% off' });
      const delivery = await until('a delivery arrives', () => zap.deliveries()[0]);
      expect(await zap.receive(delivery)).toMatchObject([{ broadcast_id: id, progress: 100 }]);
      await zap.turnOff();
      results.broadcast_ended = await past('broadcast_ended');
      results.find_broadcast = (await search('find_broadcast', { id }))[0];
      expect(results.find_broadcast).toMatchObject({ counts: { delivered: 1 } });
      expect(await search('find_broadcast', { id: 'brd_none' })).toEqual([]);
      expect(await search('find_broadcast', { name: 'SALE' })).toMatchObject([{ id }]);
      expect(await search('find_broadcast', { name: 'Sal' })).toEqual([]);
      expect(said(await failure(search('find_broadcast', {})))).toBe('Fill in Broadcast or Name.');
      expect(await offered('broadcast_list')).toMatchObject([{ id, label: 'Sale (Completed)' }]);
    });

    it('is paused, resumed and canceled', async () => {
      const later = { send_at: new Date(Date.now() + 3_600_000).toISOString() };
      const filter = { country: 'US', purpose: 'alert' };
      const text = 'Later';
      const { id } = await create('send_broadcast', { name: 'Later', text, ...filter, ...later });
      for (const [change, status] of [
        ['pause', 'paused'],
        ['resume', 'scheduled'],
        ['cancel', 'canceled'],
      ]) {
        results.change_broadcast = await create('change_broadcast', { id, change });
        expect(results.change_broadcast).toMatchObject({ status });
      }
      const error = await failure(create('change_broadcast', { id, change: 'pause' }));
      expect(said(error)).toContain('cannot be paused. The step changed nothing.');
    });
  });

  describe('a conversation', () => {
    const phone = '+12025550196';

    it('starts the Zap once for quick texts, gets one reply for a key, and is closed', async () => {
      const zap = await turnOn('incoming_sms', { burst_seconds: '10' });
      const changes = await turnOn('conversation_opened_or_closed');
      for (const text of ['hi', 'are you', 'open?']) await service.textFrom(phone, sender, text);
      const delivery = await until('a delivery arrives', () => zap.deliveries()[0]);
      const [item] = (await zap.receive(delivery)) as [Item];
      expect(item).toMatchObject({ text: 'hi\nare you\nopen?', from: phone });
      expect(item.burst).toHaveLength(3);
      const id = item.conversation_id;
      const reply = { id, text: 'Until six', deduplication_key: 'open-1' };
      results.reply_in_conversation = await create('reply_in_conversation', reply);
      expect((await create('reply_in_conversation', reply)).id).toBe(
        results.reply_in_conversation.id,
      );
      results.find_conversation = (await search('find_conversation', { phone }))[0];
      expect(results.find_conversation).toMatchObject({ id, unread: 3 });
      expect(said(await failure(search('find_conversation', {})))).toMatch(/^Fill in Phone/);
      expect(await offered('conversation_list')).toContainEqual({
        id,
        label: `${phone} and ${sender}`,
      });
      results.change_conversation = await create('change_conversation', { id, status: 'closed' });
      const closed = await until('the close is delivered', () => changes.deliveries()[1]);
      expect(await changes.receive(closed)).toMatchObject([{ status: 'closed' }]);
      await Promise.all([zap.turnOff(), changes.turnOff()]);
      results.conversation_opened_or_closed = await past('conversation_opened_or_closed');
    });

    it('with a doubtful text waits for a decision', async () => {
      const zap = await turnOn('possible_opt_out');
      await service.textFrom(phone, sender, 'How do I get off this list?');
      const delivery = await until('a delivery arrives', () => zap.deliveries()[0]);
      const [item] = (await zap.receive(delivery)) as [Item];
      expect(item).toMatchObject({ phone, keyword: 'stop', status: 'open' });
      expect(await offered('review_list')).toMatchObject([{ id: item.review_id }]);
      await zap.turnOff();
      results.possible_opt_out = await past('possible_opt_out');
      const step = { id: item.review_id, decision: 'confirm' };
      results.decide_review = await create('decide_review', step);
      expect(results.decide_review).toMatchObject({ status: 'confirmed' });
    });
  });

  it('a code is sent, checked and announced', async () => {
    const to = '+12025550197';
    const zap = await turnOn('verification_ended');
    results.send_verification_code = await create('send_verification_code', { to });
    const { text } = await firstText(to);
    const code = /\d{6}/.exec(text)![0];
    const wrong = await create('check_verification_code', { to, code: 'wrong' });
    expect(wrong).toMatchObject({ valid: false, attempts_left: 4 });
    const inputDataRaw = { to: '{{1__phone}}', code: '{{1__code}}' };
    const empty = create('check_verification_code', { to, code: '' }, { inputDataRaw });
    const mistyped = { to: '12' };
    for (const step of [
      empty,
      create('send_verification_code', mistyped),
      create('check_verification_code', { ...mistyped, code }),
    ])
      expect((await failure(step)).name).toBe('HaltedError');
    const { id } = results.send_verification_code;
    results.check_verification_code = await create('check_verification_code', { id, code });
    expect(results.check_verification_code).toMatchObject({ valid: true, status: 'approved' });
    expect(said(await failure(create('check_verification_code', { code })))).toMatch(/^Fill in To/);
    const delivery = await until('a delivery arrives', () => zap.deliveries()[0]);
    expect(await zap.receive(delivery)).toMatchObject([{ verification_id: id }]);
    await zap.turnOff();
    results.verification_ended = await past('verification_ended');
  });

  it('a pending contact is asked to confirm', async () => {
    const phone = '+12025550198';
    const { id } = await service.client.contact.upsert({ phone, status: 'pending' });
    results.send_confirmation_request = await create('send_confirmation_request', { id });
    expect((await firstText(phone)).text).toContain('YES');
  });
}

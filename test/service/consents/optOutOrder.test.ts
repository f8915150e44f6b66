import { describe, expect, it } from '@jest/globals';
import { upsertRows } from '../../../service/contacts/upsertRows.ts';
import { contact } from '../../../service/handlers/contact.ts';
import { review } from '../../../service/handlers/review.ts';
import { optOut } from '../../../service/messages/optOut.ts';
import { openFolder } from '../harness/database.ts';
import { provideRealService } from '../model/provideRealService.ts';
import { goodWay } from '../model/steps.ts';
import type { RealService } from '../model/realService.ts';

describe('the opt-outs of a recipient', () => {
  let service: RealService;
  let startedAt: number;
  provideRealService(openFolder, (provided) => {
    service = provided;
    startedAt = Date.now();
  });

  /**
   * Stores a text that arrived a number of seconds ago, at a process whose clock may be ahead.
   */
  const store = (text: string, secondsAgo: number, ahead = 0) =>
    service.bringText(0, text, {
      receivedAt: new Date(service.now() + (ahead - secondsAgo) * 1_000),
      arrivedAt: new Date(startedAt - secondsAgo * 1_000),
    });
  const hasOptedOut = async () => {
    const rows = await service.context.db
      .selectFrom('opt_out')
      .select('phone')
      .where('account_id', '=', service.accountId)
      .execute();
    return rows.length > 0;
  };

  const readReviews = async () => {
    const rows = await service.context.db
      .selectFrom('review')
      .select('status')
      .where('account_id', '=', service.accountId)
      .execute();
    return rows.map(({ status }) => status);
  };
  const findId = async (table: 'contact' | 'review') => {
    const rows = service.context.db.selectFrom(table).select('id');
    const own = rows.where('account_id', '=', service.accountId);
    return (await own.executeTakeFirstOrThrow()).id;
  };
  const storeAll = async (texts: readonly string[]) => {
    await service.wait(5);
    for (const one of texts) {
      const [text, ...times] = one.split(' ');
      const [secondsAgo, ahead] = times.map(Number);
      await store(text!, secondsAgo!, ahead);
    }
  };

  it.each([
    ['stay after a newer STOP if the START is processed last', ['STOP 1', 'START 2'], true],
    ['stay after the newer of two STOPs', ['STOP 3', 'STOP 1', 'START 2'], true],
    ['end after a START that arrived last', ['STOP 3', 'STOP 2', 'START 1'], false],
    ['end after a START that arrived in the same moment', ['STOP 1', 'START 1'], false],
    ['stay after a newer STOP whose process has a slow clock', ['STOP 1 -4', 'START 2'], true],
    ['stay after a newer STOP whose process has a fast clock', ['STOP 1 60', 'START 2'], true],
    ['end after a newer START whose process has a slow clock', ['STOP 2', 'START 1 -4'], false],
    ['stay after a repeated STOP of another clock', ['STOP 3', 'STOP 1 -4', 'START 2'], true],
  ])('%s', async (_, texts, isOptedOut) => {
    await storeAll(texts);
    expect(await hasOptedOut()).toBe(isOptedOut);
  });

  it.each([
    ['waits for a decision if it arrived after a START', ['Enough 1', 'START 2'], ['open']],
    ['waits, even if its process has a slow clock', ['Enough 1 -4', 'START 2'], ['open']],
    ['is settled by a later START', ['Enough 2', 'START 1'], ['dismissed']],
    ['is settled by a STOP, even an earlier one', ['Enough 1', 'STOP 2'], ['confirmed']],
    ['waits for a decision if it arrived between', ['STOP 3', 'Enough 1', 'START 2'], ['open']],
    ['needs no decision if a START came later', ['STOP 3', 'Enough 2', 'START 1'], []],
    ['needs no decision while an opt-out stays', ['STOP 1', 'Enough 1', 'START 2'], []],
  ])('a text that may be one %s', async (_, texts, statuses) => {
    await storeAll(texts);
    expect(await readReviews()).toEqual(statuses);
  });

  it('end with a decision about a text, and a later doubt then waits for a decision', async () => {
    await storeAll(['STOP 3', 'Start? 2', 'Enough 1']);
    const id = await findId('review');
    await service.request((call) => review.decide(call, { id, decision: 'confirm' }));
    expect(await hasOptedOut()).toBe(false);
    expect(await readReviews()).toEqual(['confirmed', 'open']);
  });

  it('end with new consent, and a later doubt then waits for a decision', async () => {
    await service.bringText(0, 'STOP');
    await service.wait(60);
    const at = new Date(service.now()).toISOString();
    await service.wait(60);
    await service.bringText(0, 'Enough');
    const id = await findId('contact');
    const consent = { source: 'Web form', at };
    await service.request((call) => contact.update(call, { id, status: 'subscribed', consent }));
    expect(await hasOptedOut()).toBe(false);
    expect(await readReviews()).toEqual(['open']);
  });

  it.each(['update', 'upsert'] as const)(
    'keep the time of their change if an earlier request (%s) changes the contact after them',
    async (kind) => {
      await service.bringText(0, 'STOP');
      const id = await findId('contact');
      const stopped = await service.request((call) => contact.get(call, { id }));
      await service.request(async (call) => {
        const early = { ...call, now: new Date(call.now.getTime() - 60_000) };
        if (kind === 'update') return contact.update(early, { id, first_name: 'Ada' });
        return upsertRows(early, [{ id, input: { phone: stopped.phone, first_name: 'Ada' } }]);
      });
      const changed = await service.request((call) => contact.get(call, { id }));
      expect(changed).not.toEqual(stopped);
      expect(changed.updated_at).toBe(stopped.updated_at);
    },
  );

  it('change a contact no earlier than they add it', async () => {
    let ticks = 0;
    const clock = () => new Date(service.now() + ticks++);
    await service.context.db
      .transaction()
      .execute((trx) =>
        optOut(
          { ...service.context, clock },
          trx,
          { accountId: service.accountId, phone: service.toPhone(0), number: null },
          { method: 'text', at: clock() },
        ),
      );
    const added = await service.context.db
      .selectFrom('contact')
      .select(['created_at', 'updated_at'])
      .where('account_id', '=', service.accountId)
      .executeTakeFirstOrThrow();
    expect(added.updated_at.getTime()).toBeGreaterThanOrEqual(added.created_at.getTime());
  });

  it('leave a later doubt open if a request repeats them', async () => {
    await storeAll(['STOP 3', 'Start? 2']);
    const id = await findId('contact');
    await service.request((call) => contact.update(call, { id, status: 'opted_out' }));
    expect(await readReviews()).toEqual(['open']);
  });

  it('stay lifted by a START to another number when the carrier refuses a message late', async () => {
    const ref = await sendOne();
    for (const text of ['STOP', 'START']) await service.bringText(0, text);
    await service.context.db
      .updateTable('message')
      .set({ recipient: '+12065550199' })
      .where('account_id', '=', service.accountId)
      .where('keyword', '=', 'start')
      .execute();
    await service.bringReceipts([{ ref, outcome: 'opted_out' }], { isCutOff: false });
    expect(await hasOptedOut()).toBe(false);
  });

  const sendOne = async (): Promise<string> => {
    const sent = await service.send({ to: 0, parts: 1, ttl: 86_400, inSeconds: 0 });
    await service.process('dispatch', goodWay);
    await service.wait(60);
    const [[ref] = []] = service.carrierSide.accepted.get('id' in sent ? sent.id : '') ?? [];
    return ref!;
  };

  it.each([
    ['stay lifted by a later START', [], ['STOP', 'START'], false],
    ['are made', [], [], true],
    ['are made in spite of an earlier START', ['START'], [], true],
    ['stay made by a STOP after a START', [], ['STOP', 'START', 'STOP'], true],
  ])('%s when the carrier refuses a message late', async (_, before, after, isOptedOut) => {
    const bringTexts = async (texts: readonly string[]) => {
      for (const text of texts) {
        await service.bringText(0, text);
        await service.wait(60);
      }
    };
    await bringTexts(before);
    const ref = await sendOne();
    await bringTexts(after);
    await service.bringReceipts([{ ref, outcome: 'opted_out' }], { isCutOff: false });
    expect(await hasOptedOut()).toBe(isOptedOut);
  });
});

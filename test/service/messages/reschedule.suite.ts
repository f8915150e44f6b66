import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Broadcast, Message } from '@textloom/shared/contract';
import { workOnBroadcasts } from '../../../service/broadcasts/workOnBroadcasts.ts';
import { ServiceError } from '../../../service/errors/serviceError.ts';
import { broadcast } from '../../../service/handlers/broadcast.ts';
import type { Call } from '../../../service/handlers/handlers.ts';
import { message } from '../../../service/handlers/message.ts';
import type { NewMessage } from '../../../service/messages/facts.ts';
import { openPostgres, type OpenDatabase } from '../harness/database.ts';
import { countBlocked } from '../harness/countBlocked.ts';
import { until } from '../harness/until.ts';
import { provideRealService } from '../model/provideRealService.ts';
import type { RealService } from '../model/realService.ts';
import { goodWay } from '../model/steps.ts';

const hour = 3_600;

/** Tests that messages and broadcasts move to another time. */
export function describeReschedules(name: string, open: OpenDatabase): void {
  describe(`a reschedule on ${name}`, () => {
    let service: RealService;
    let other: RealService;
    provideRealService(open, (provided) => {
      other = service;
      service = provided;
    });

    const inHours = (hours: number) => new Date(service.now() + hours * hour * 1_000).toISOString();
    const send = async (change: Partial<NewMessage> = {}): Promise<Message> => {
      const input = { to: service.toPhone(0), text: 'Hi', send_at: inHours(1), ...change };
      const [sent] = await service.request((call) => message.send.batch(call, [input]));
      if (sent instanceof ServiceError) throw sent;
      return sent!;
    };
    const reschedule = (id: string, send_at: string, by = service) =>
      by.request((call) => message.reschedule(call, { id, send_at }));
    const read = (id: string) => service.request((call) => message.get(call, { id }));
    const dispatch = () => service.process('dispatch', goodWay);
    const reached = (id: string) =>
      service.carrierSide.reached.filter(({ messageId }) => messageId === id).length;

    it('sends a message once, at the new time and not at the old one', async () => {
      const sent = await send();
      const moved = await reschedule(sent.id, inHours(2));
      expect(moved).toEqual({
        ...sent,
        send_at: inHours(2),
        expires_at: inHours(26),
        sequence: 1,
      });
      expect(await read(sent.id)).toEqual(moved);
      await service.wait(hour + 60);
      await dispatch();
      expect(reached(sent.id)).toBe(0);
      await service.wait(hour);
      await dispatch();
      await dispatch();
      expect(reached(sent.id)).toBe(1);
      expect(await read(sent.id)).toMatchObject({ status: 'sent', sequence: 2 });
    });

    it('sends a message immediately if the new time is now', async () => {
      const { id, ttl } = { ...(await send({ ttl: 600 })), ttl: 600 };
      const moved = await reschedule(id, inHours(0));
      expect(Date.parse(moved.expires_at!) - Date.parse(moved.send_at!)).toBe(ttl * 1_000);
      await dispatch();
      expect(reached(id)).toBe(1);
    });

    it('accepts the times of a new message, and rejects all others', async () => {
      const { id } = await send();
      for (const hours of [35 * 24 + 1, -1])
        await expect(reschedule(id, inHours(hours))).rejects.toMatchObject({
          fieldErrors: [{ pointer: '/send_at', code: 'out_of_range' }],
        });
      expect(await reschedule(id, inHours(35 * 24))).toMatchObject({ send_at: inHours(35 * 24) });
    });

    it('is possible only while a message is scheduled', async () => {
      const queued = await send({ send_at: inHours(0) });
      const canceled = await send();
      await service.cancel(canceled.id);
      const rejects = (id: string, status: string) =>
        expect(reschedule(id, inHours(2))).rejects.toMatchObject({
          code: 'status_conflict',
          message: `The message is ${status} and cannot be rescheduled.`,
        });
      await rejects(queued.id, 'queued');
      await rejects(canceled.id, 'canceled');
      await dispatch();
      await rejects(queued.id, 'sent');
    });

    it('leaves the messages of a broadcast to the broadcast', async () => {
      const { id } = await send();
      const db = service.context.db.updateTable('message');
      await db.set({ broadcast_id: 'brd_1' }).where('id', '=', id).execute();
      await expect(reschedule(id, inHours(2))).rejects.toMatchObject({ code: 'status_conflict' });
    });

    it('moves no message and no broadcast of another account', async () => {
      const [{ id }, started] = [await send(), await create()];
      for (const move of [reschedule(id, inHours(2), other), moveBroadcast(started.id, 2, other)])
        await expect(move).rejects.toMatchObject({ code: 'not_found' });
      expect(await read(id)).toMatchObject({ send_at: inHours(1) });
    });

    it('keeps marketing out of the quiet hours at the new time', async () => {
      // The clock starts at 10 in the morning in New York.
      const sent = await send({ purpose: 'marketing' });
      expect(sent).toMatchObject({ send_at: inHours(1), held_reason: null });
      expect(await reschedule(sent.id, inHours(13))).toMatchObject({
        send_at: inHours(22),
        held_reason: 'quiet_hours',
        expires_at: inHours(46),
      });
      expect(await reschedule(sent.id, inHours(3))).toEqual({
        ...sent,
        send_at: inHours(3),
        expires_at: inHours(27),
        sequence: 2,
      });
    });

    const create = () =>
      service.request((call) =>
        broadcast.create(call, {
          name: 'Sale',
          audience: { all_contacts: true },
          text: 'Sale!',
          purpose: 'notification',
          smart_encoding: false,
          send_at: inHours(1),
        }),
      );
    const moveBroadcast = (id: string, hours: number, by = service): Promise<Broadcast> =>
      by.request((call) => broadcast.reschedule(call, { id, send_at: inHours(hours) }));
    const readStatus = async (id: string) =>
      (await service.request((call) => broadcast.get(call, { id }))).status;

    it('starts a broadcast at the new time and not at the old one', async () => {
      const { id, ...created } = await create();
      expect(await moveBroadcast(id, 2)).toEqual({ id, ...created, send_at: inHours(2) });
      await service.wait(hour + 60);
      await workOnBroadcasts(service.context);
      expect(await readStatus(id)).toBe('scheduled');
      await service.wait(hour);
      await workOnBroadcasts(service.context);
      expect(await readStatus(id)).not.toBe('scheduled');
      await expect(moveBroadcast(id, 1)).rejects.toMatchObject({ code: 'status_conflict' });
    });

    it('moves a broadcast that is paused before its start, and keeps it paused', async () => {
      const { id } = await create();
      await service.request((call) => broadcast.pause(call, { id }));
      await service.wait(hour + 60);
      expect(await moveBroadcast(id, 2)).toMatchObject({ status: 'paused', started_at: null });
      await workOnBroadcasts(service.context);
      expect(await readStatus(id)).toBe('paused');
      const resumed = await service.request((call) => broadcast.resume(call, { id }));
      expect(resumed).toMatchObject({ status: 'scheduled', send_at: inHours(2) });
      await service.wait(2 * hour + 60);
      // The first step ends the pause, and the next one starts the broadcast.
      await workOnBroadcasts(service.context);
      await workOnBroadcasts(service.context);
      expect(await readStatus(id)).not.toBe('scheduled');
    });

    // An embedded database has one connection, and no other process shares it.
    const describeShared = open === openPostgres ? describe : describe.skip;
    describeShared('in the same moment as the old time', () => {
      const db = () => service.context.db;
      /** Commits a change when the work waits for its lock. */
      const commitDuring = async (
        change: (call: Call) => Promise<unknown>,
        work: () => Promise<unknown>,
      ): Promise<void> => {
        const [working] = await service.request(async (call) => {
          await change(call);
          const started = work();
          await until('the work waits', async () => (await countBlocked(db())) === 1);
          return [started] as const;
        });
        await working;
      };
      let id: string;
      beforeEach(async () => {
        ({ id } = await send());
      });

      it('keeps a message that dispatch has just chosen', async () => {
        await service.wait(hour + 60);
        await commitDuring(
          (call) => message.reschedule(call, { id, send_at: inHours(1) }),
          dispatch,
        );
        expect(reached(id)).toBe(0);
        expect(await read(id)).toMatchObject({ status: 'scheduled', send_at: inHours(1) });
      });

      it('keeps a broadcast that has just become due', async () => {
        const { id: broadcastId } = await create();
        await service.wait(hour + 60);
        await commitDuring(
          (call) => broadcast.reschedule(call, { id: broadcastId, send_at: inHours(1) }),
          () => workOnBroadcasts(service.context),
        );
        expect(await readStatus(broadcastId)).toBe('scheduled');
      });

      it('comes too late after a cancellation', async () => {
        const results: unknown[] = [];
        await commitDuring(
          (call) => message.cancel(call, { id }),
          () => reschedule(id, inHours(2)).catch((error: unknown) => results.push(error)),
        );
        expect(results).toMatchObject([{ code: 'status_conflict' }]);
        expect(await read(id)).toMatchObject({ status: 'canceled' });
      });
    });
  });
}

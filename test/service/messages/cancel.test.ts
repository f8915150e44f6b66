import { expect, it } from '@jest/globals';
import { errors, type Message } from '@textloom/shared/contract';
import { message } from '../../../service/handlers/message.ts';
import { openFolder } from '../harness/database.ts';
import { provideRealService } from '../model/provideRealService.ts';
import type { RealService } from '../model/realService.ts';

let service: RealService;
provideRealService(openFolder, (provided) => {
  service = provided;
});

it('explains that a carrier is receiving the message that somebody cancels', async () => {
  const [sent] = await service.request((call) =>
    message.send.batch(call, [{ to: service.toPhone(0), text: 'Hi' }]),
  );
  const { id } = sent as Message;
  const { db } = service.context;
  const claim = { claim: 'clm_1', submitting_at: new Date(service.now()) };
  await db.updateTable('message').set(claim).where('id', '=', id).execute();
  await expect(service.request((call) => message.cancel(call, { id }))).rejects.toMatchObject({
    code: 'not_cancelable',
    message: 'A carrier is receiving the message now, so it can no longer be canceled.',
  });
  expect(errors.not_cancelable.remedy).toContain('until a carrier receives it');
});

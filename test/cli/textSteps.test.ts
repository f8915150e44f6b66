import { describe, expect, it } from '@jest/globals';
import { carrierSchema, messageSchema, sampleOf } from '@textloom/shared/contract';
import { readCarriers } from '../../service/carriers/readCarriers.ts';
import { textSteps } from '../../service/cli/carrierTest/textSteps.ts';

const [carrier] = readCarriers(
  JSON.stringify([
    { name: 'acme', host: 'smpp.example.com', system_id: 'textloom', numbers: ['+12025550100'] },
  ]),
);

describe('a test text that the carrier does not accept in time', () => {
  const created_at = '2026-03-01T12:00:00.000Z';
  /** Runs the step that waits for the carrier. The service cancels the text at this request. */
  const explain = async (status: 'working' | 'failing', last_at: string, canceledAt = 1) => {
    const errors = [{ code: '30003', message: 'The phone is off', count: 1, last_at }];
    const state = { ...sampleOf(carrierSchema), name: 'acme', status, errors };
    const message = { ...sampleOf(messageSchema), status: 'queued', created_at };
    let requests = 0;
    const call = async (_: string, path: string) => {
      if (path === '/carriers') return { data: [state] };
      if (!path.endsWith('/cancel')) return message;
      requests += 1;
      if (requests < canceledAt) throw new Error('A carrier is receiving the message now');
      return { ...message, status: 'canceled' };
    };
    const to = '+12025550123';
    const steps = textSteps(call, carrier!, { to, from: undefined, waitMs: 400 });
    await steps[0]!.run();
    return JSON.stringify(await steps[1]!.run());
  };

  it.each([
    ['working', '2026-03-01T12:00:01.000Z'],
    ['failing', '2026-03-01T11:00:00.000Z'],
  ] as const)('is explained with an error of a %s carrier from %s', async (status, at) => {
    expect(await explain(status, at)).toContain('The phone is off (30003)');
  });

  it('is not explained with an error of an earlier text', async () => {
    expect(await explain('working', '2026-03-01T11:59:59.000Z')).toMatch(/It may be busy/);
  });

  it('is canceled when the carrier has stopped receiving it', async () => {
    expect(await explain('working', created_at, 2)).toContain('so the text is canceled');
  });

  it('is not called canceled while the service refuses that', async () => {
    expect(await explain('working', created_at, Infinity)).toMatch(
      /but may still receive it\. Cancel the message msg_\w+ in the console/,
    );
  });
});

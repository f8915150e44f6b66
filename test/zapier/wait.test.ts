import { describe, expect, it, jest } from '@jest/globals';
import type { Bundle } from 'zapier-platform-core';
import {
  contract,
  errors,
  events,
  headers,
  messageSchema,
  sampleOf,
  webhookSchema,
} from '@textloom/shared/contract';
import { sendMessageAndWaitForDelivery } from '../../connectors/zapier/src/creates/sendMessageAndWaitForDelivery.ts';
import { sendMessageAndWaitForReply } from '../../connectors/zapier/src/creates/sendMessageAndWaitForReply.ts';
import type { Answer } from './farSide.ts';
import { readFailure, runStep, type Item, type Step } from './runStep.ts';
import { problemBody } from '../problemBody.ts';

const hour = 3_600_000;
const sent = sampleOf(contract.message.send.output);
const steps = { delivery: sendMessageAndWaitForDelivery, reply: sendMessageAndWaitForReply };

/** Answers like a service that accepts everything. */
function accept(asked: string): Answer {
  if (asked === 'POST /v1/messages') return { status: 202, body: sent };
  if (asked === 'POST /v1/messages/preview')
    return { status: 200, body: sampleOf(contract.message.preview.output) };
  if (asked.startsWith('DELETE')) return { status: 204, body: {} };
  return { status: 201, body: sampleOf(contract.webhook.create.output) };
}

interface Wait {
  readonly sendAt?: string | null;
  readonly minutes?: number;
}

/** Returns the hours until the wait for this message ends. */
async function hoursOfWait(step: Step, { sendAt = null, minutes }: Wait): Promise<number> {
  let end: string | undefined;
  const inputData = { to: '+12025550123', text: 'Now?', time_limit: minutes };
  await runStep(step, { inputData }, (asked, body) => {
    if (asked === 'POST /v1/messages') return { status: 202, body: { ...sent, send_at: sendAt } };
    end = (body as { expires_at: string } | undefined)?.expires_at;
    return accept(asked);
  });
  return (Date.parse(end!) - Date.now()) / hour;
}

it('measures the wait for the reply to a held text from when the text is sent', async () => {
  const wait = (sendAt: string | null) => hoursOfWait(steps.reply, { sendAt, minutes: 120 });
  expect(await wait(null)).toBeCloseTo(2, 1);
  expect(await wait(new Date(Date.now() + 10 * hour).toISOString())).toBeCloseTo(12, 1);
  // This is a replay, days after the text was sent.
  expect(await wait(new Date(Date.now() - 100 * hour).toISOString())).toBeCloseTo(2, 1);
});

it.each(['1.440', '0', '41761', 'soon'])(
  'sends nothing if the time limit is %s, because it can mean another one',
  async (time_limit) => {
    const inputData = { to: '+12025550123', text: 'Now?', time_limit };
    let requests = 0;
    const run = runStep(steps.reply, { inputData }, () => {
      requests++;
      return { status: 202, body: sent };
    });
    expect((await readFailure(run)).said).toBe(
      'Time Limit in Minutes must be a whole number from 1 to 41760. Correct the fields of this step.',
    );
    expect(requests).toBe(0);
  },
);

it('sends nothing if the check of the wait leaves too little time for the text', async () => {
  let late = 0;
  const now = Date.now.bind(Date);
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + late);
  try {
    const asked: string[] = [];
    const inputData = { to: '+12025550123', text: 'Now?' };
    const run = runStep(steps.reply, { inputData }, (one) => {
      asked.push(one);
      if (one === 'POST /v1/webhooks') late = 15_000;
      return accept(one);
    });
    expect(await readFailure(run)).toEqual({
      name: 'ThrottledError',
      said: 'The service responds too slowly. Nothing was sent. Zapier tries again in a minute.',
    });
    expect(asked).toContain('POST /v1/webhooks');
    expect(asked).not.toContain('POST /v1/messages');
  } finally {
    clock.mockRestore();
  }
});

it.each([
  ['delivery', 24, 'a final status. From 1 to 41760 (29 days). If empty, 1440 (24 hours).'],
  ['reply', 24, 'a reply. From 1 to 41760 (29 days). If empty, 1440 (24 hours).'],
] as const)(
  'waits for a %s for %s hours by default, as the form says',
  async (end, hours, words) => {
    expect(await hoursOfWait(steps[end], {})).toBeCloseTo(hours, 1);
    expect(await hoursOfWait(steps[end], { minutes: 90 })).toBeCloseTo(1.5, 1);
    const { inputFields } = steps[end].operation as {
      inputFields: { key: string; helpText?: string }[];
    };
    expect(inputFields.find(({ key }) => key === 'time_limit')!.helpText).toBe(
      `Minutes to wait before the run continues without ${words}`,
    );
  },
);

it.each([
  ['timed_out', { ...sent, status: 'sent', final_at: null }],
  ['not_delivered', { ...sent, status: 'undelivered', final_at: sent.created_at }],
])('ends the wait for a reply that does not come with the outcome %s', async (outcome, message) => {
  const words = { approve: ['YES'], decline: [] };
  const { result } = await runStep(
    steps.reply,
    { method: 'performResume', outputData: { id: sent.id, webhook_id: 'whk_1', words } },
    (asked) => {
      const data = { data: [], has_more: false, next_cursor: null };
      if (asked.startsWith('GET /v1/events')) return { status: 200, body: data };
      if (asked.startsWith('GET /v1/messages')) return { status: 200, body: message };
      return { status: 404, body: problemBody('not_found', 404) };
    },
  );
  expect(result).toMatchObject({
    ...{ outcome, approved: false, opted_out: false, reply: { id: null } },
    timed_out: outcome === 'timed_out',
  });
});

it('shows an approval in a test in the editor if the step has words that approve', async () => {
  const inputData = { to: '+12025550123', text: 'Now?', approve_words: ['OK, Y'] };
  const meta = { isLoadingSample: true } as Bundle['meta'];
  const { result } = await runStep(steps.reply, { inputData, meta }, () => ({
    ...{ status: 202, body: sent },
  }));
  const approval = { outcome: 'approved', approved: true, opted_out: false };
  expect(result).toMatchObject({ ...approval, reply: { text: 'OK' } });
});

describe('a reply with a picture', () => {
  const media = [{ url: 'https://sms.example.com/media/1', content_type: 'image/png', size: 9 }];

  it('reaches the steps that follow the wait', async () => {
    const data = { ...sampleOf(events['message.received'].data), media };
    const reply = { id: 'evt_1', type: 'message.received', timestamp: sent.created_at, data };
    const { result } = await runStep(
      steps.reply,
      { method: 'performResume', outputData: { id: sent.id, webhook_id: 'whk_1' } },
      (asked) => {
        const page = { data: [reply], has_more: false, next_cursor: null };
        if (asked.startsWith('GET /v1/events')) return { status: 200, body: page };
        const isMessage = asked.startsWith('GET /v1/messages');
        return { status: 200, body: isMessage ? sent : sampleOf(webhookSchema) };
      },
    );
    expect(result).toMatchObject({ outcome: 'replied', reply: { media } });
  });

  it('can be mapped before the first one arrives', () => {
    const { sample } = steps.reply.operation as { sample: { reply: { media: unknown } } };
    expect(sample.reply.media).toMatchObject([{ content_type: 'image/jpeg' }]);
  });
});

it('stores the words with the run, because the step may change while it waits', async () => {
  const inputData = { to: '+1 202 555 0123', text: 'Now?', approve_words: 'OK', decline_words: [] };
  const { result } = await runStep(steps.reply, { inputData }, accept);
  expect(result).toMatchObject({ words: { approve: ['OK'], decline: [] } });
});

describe('a service that cannot set up a wait', () => {
  const input = { to: '+12025550123', text: 'Now?' };
  const isWebhook = (asked: string) => asked === 'POST /v1/webhooks';
  const limit = problemBody('limit_reached', 409, {
    detail: 'An account has at most 10,000 webhooks with a filter on message_id.',
  });
  const throttled = { [headers.retryAfter]: '40' };

  it.each<[string, Answer, string]>([
    ['has too many', { status: 409, body: limit }, 'AppError'],
    [
      'is busy',
      { status: 429, body: problemBody('rate_limited', 429), headers: throttled },
      'ThrottledError',
    ],
  ])('and %s sends nothing', async (_, refusal, name) => {
    const requests: string[] = [];
    const run = runStep(steps.delivery, { inputData: input }, (asked) => {
      requests.push(asked);
      return isWebhook(asked) ? refusal : accept(asked);
    });
    expect((await readFailure(run)).name).toBe(name);
    expect(requests).toEqual(['POST /v1/webhooks']);
  });

  it.each([
    [undefined, 'HaltedError'],
    ['incident-9', 'AppError'],
  ])('after it sent the message with the key %s ends with %s', async (key, name) => {
    let subscriptions = 0;
    const created_at = new Date().toISOString();
    const run = runStep(
      steps.delivery,
      { inputData: { ...input, deduplication_key: key } },
      (asked) => {
        if (isWebhook(asked) && ++subscriptions > 1) return { status: 409, body: limit };
        const isSent = asked === 'POST /v1/messages';
        return isSent ? { status: 202, body: { ...sent, created_at } } : accept(asked);
      },
    );
    expect(await readFailure(run)).toEqual({
      name,
      said: 'The service accepted the message but could not set up the wait. To see what happens to the message, use Find Message. A replay of this run sends it again, unless Deduplication Key is filled in and the message is less than 24 hours old.',
    });
  });

  it('keeps the wait of the same run when it checks whether it can wait', async () => {
    const asked: unknown[] = [];
    await runStep(steps.delivery, { inputData: input }, (what, body) => {
      if (isWebhook(what)) asked.push((body as { url: string }).url.includes('#none'));
      return accept(what);
    });
    expect(asked).toEqual([true, false]);
  });
});

describe('a text that nobody can reply to', () => {
  it.each([
    ['From', { from: 'ACME' }, 'From is a sender name,'],
    ['the default number', {}, 'From is empty, and your default number is a sender name,'],
  ])('is not sent if %s is a name', async (_, from, words) => {
    const inputData = { to: '+12025550123', text: 'Now?', ...from };
    const requests: string[] = [];
    const run = runStep(steps.reply, { inputData }, (asked) => {
      requests.push(asked);
      return asked === 'POST /v1/messages/preview'
        ? { status: 200, body: { ...sampleOf(contract.message.preview.output), from: 'ACME' } }
        : accept(asked);
    });
    expect((await readFailure(run)).said).toBe(
      `${words} which cannot receive replies, so choose a number. Correct the fields of this step.`,
    );
    expect(requests).not.toContain('POST /v1/messages');
  });
});

describe('a run that waits for the delivery', () => {
  const body = problemBody('not_found', 404, { detail: errors.not_found.title });
  const gone = { status: 404, body };
  const resume = (message: object, webhook: { status: number; body: object }) =>
    runStep(
      steps.delivery,
      { method: 'performResume', outputData: { id: sent.id, webhook_id: 'whk_1' } },
      (asked) => {
        if (asked.startsWith('GET /v1/webhooks')) return webhook;
        return asked.startsWith('GET') ? { status: 200, body: message } : { status: 204, body: {} };
      },
    );
  const onWay = { ...sent, status: 'sent', final_at: null };
  const arrived = { ...sent, status: 'delivered', final_at: '2026-01-31T09:30:04.000Z' };

  it('continues after the time limit with the current status', async () => {
    const { result } = await resume(onWay, gone);
    expect(result).toMatchObject({ id: sent.id, status: 'sent', timed_out: true });
  });

  it('has not timed out if the message arrived in the last moment', async () => {
    const { result } = await resume(arrived, gone);
    expect(result).toMatchObject({ status: 'delivered', timed_out: false });
  });

  it.each([
    ['is busy', { status: 429, body: problemBody('rate_limited', 429) }],
    ['is not available', { status: 503, body: problemBody('unavailable', 503) }],
    ['fails', { status: 500, body: '<p>' }],
  ])(
    'halts if the service %s, so that Zapier does not send the message again',
    async (_, response) => {
      const run = runStep(
        steps.delivery,
        { method: 'performResume', outputData: { id: sent.id, webhook_id: 'whk_1' } },
        () => ({ ...response, headers: { [headers.retryAfter]: '3000' } }),
      );
      expect(await readFailure(run)).toEqual({
        name: 'HaltedError',
        said: 'The service accepted the message but did not report what happened to it. To see what happens to the message, use Find Message. A replay of this run sends it again, unless Deduplication Key is filled in and the message is less than 24 hours old.',
      });
    },
  );

  // Autoreplay repeats a run for up to eleven hours, and the service knows a key for 24 hours.
  it.each([
    ['stops with an error', 'incident-9', 1, 'AppError'],
    ['halts, because a replay may come too late,', 'incident-9', 13.1, 'HaltedError'],
    ['halts', undefined, 1, 'HaltedError'],
  ])('%s with the key %s %s hours after the text', async (_, key, hours, name) => {
    const created_at = new Date(Date.now() - hours * hour).toISOString();
    const inputData = { to: '+12025550123', text: 'Now?', deduplication_key: key };
    const { result } = await runStep(steps.delivery, { inputData }, (asked) =>
      asked === 'POST /v1/messages'
        ? { status: 202, body: { ...sent, created_at } }
        : accept(asked),
    );
    const resumed = runStep(
      steps.delivery,
      { method: 'performResume', outputData: result as Item },
      () => ({
        ...{ status: 503, body: problemBody('unavailable', 503) },
        headers: { [headers.retryAfter]: '3000' },
      }),
    );
    expect((await readFailure(resumed)).name).toBe(name);
  });

  it('is held if the API key is no longer valid', async () => {
    const body = problemBody('unauthenticated', 401);
    const { name, said } = await readFailure(resume(onWay, { status: 401, body }));
    expect(name).toBe('ExpiredAuthError');
    expect(said).toMatch(/A replay of this run sends it again, .* Reconnect the account/);
  });

  it('continues with the outcome, and ends its subscription', async () => {
    const webhook = { status: 200, body: sampleOf(webhookSchema) };
    const { result, asked } = await resume(arrived, webhook);
    expect(result).toMatchObject({ status: 'delivered', timed_out: false });
    expect(asked).toContain('DELETE /v1/webhooks/whk_1');
  });
});

describe('the subscription of a wait', () => {
  /** Returns the filters of the webhooks that a step creates: for the check and for the wait. */
  const readFilters = async (step: Step, words: object) => {
    const filters: Item[] = [];
    const inputData = { to: '+12025550123', text: 'Now?', ...words };
    await runStep(step, { inputData }, (asked, body) => {
      if (asked === 'POST /v1/webhooks') filters.push((body as { filter: Item }).filter);
      return accept(asked);
    });
    expect(filters).toHaveLength(2);
    return filters;
  };
  const withoutHelp = ['none', 'stop', 'start'];

  it.each([
    ['no words', {}, withoutHelp],
    ['words', { approve_words: ['YES, OK'], decline_words: ['NO'] }, withoutHelp],
    ['a word that the service takes for HELP', { approve_words: ['YES', 'Info'] }, undefined],
    ['HELP in a list of words', { decline_words: ['NO, HELP'] }, undefined],
  ])('lets HELP end the wait for a reply only with %s', async (_, words, keyword) => {
    for (const filter of await readFilters(steps.reply, words))
      expect(filter.keyword).toEqual(keyword);
  });

  it('has no keywords for a delivery', async () => {
    for (const filter of await readFilters(steps.delivery, {}))
      expect(filter).not.toHaveProperty('keyword');
  });
});

describe.each(['delivery', 'reply'] as const)(
  'a test of the wait for a %s in the editor',
  (end) => {
    const sampleFor = async (change: object) => {
      const { result } = await runStep(
        steps[end],
        {
          inputData: { to: '+12025550123', text: 'Now?' },
          meta: { isLoadingSample: true } as Bundle['meta'],
        },
        () => ({ status: 202, body: { ...sent, ...change } }),
      );
      return result;
    };

    it('shows the outcome like a live run, some seconds after the message', async () => {
      const created_at = '2026-05-04T10:00:00.000Z';
      expect(await sampleFor({ created_at })).toMatchObject({
        id: sent.id,
        status: 'delivered',
        error: { code: null },
        created_at,
        sent_at: '2026-05-04T10:00:01.000Z',
        delivered_at: '2026-05-04T10:00:04.000Z',
        final_at: '2026-05-04T10:00:04.000Z',
        timed_out: false,
        ...(end === 'reply' && {
          reply: {
            from: sent.to,
            text: 'Yes, see you then',
            created_at: '2026-05-04T10:01:04.000Z',
          },
        }),
      });
    });

    it('shows a held text as sent after the quiet hours', async () => {
      const held = {
        created_at: '2026-05-04T22:00:00.000Z',
        send_at: '2026-05-05T08:00:00.000Z',
      };
      expect(await sampleFor(held)).toMatchObject({
        sent_at: '2026-05-05T08:00:01.000Z',
        final_at: '2026-05-05T08:00:04.000Z',
        ...(end === 'reply' && { reply: { created_at: '2026-05-05T08:01:04.000Z' } }),
      });
    });

    it('shows a message that has already failed as it is', async () => {
      const failed = {
        status: 'undelivered',
        sent_at: '2026-05-04T10:00:01.000Z',
        delivered_at: null,
        final_at: '2026-05-04T10:00:09.000Z',
        error: { ...sampleOf(messageSchema.properties.error), code: 'carrier_rejected' },
      };
      expect(await sampleFor(failed)).toMatchObject({
        ...failed,
        ...(end === 'reply' && { reply: { id: null, created_at: null } }),
      });
    });
  },
);

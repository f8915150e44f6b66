import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { sampleOf, createEventSchema } from '@textloom/shared/contract';
import {
  deriveWebhookSecret,
  signWebhook,
  verifyWebhook,
  WebhookVerificationError,
} from '@textloom/shared/webhooks';
import { Webhook } from 'standardwebhooks';

/** The standard publishes this test vector. */
const vector = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

const event = sampleOf(createEventSchema('message.received'));
const timestamp = Math.floor(Date.now() / 1000);
const delivery = { id: event.id, timestamp, body: JSON.stringify(event) };

const verify = (
  headers: Record<string, string>,
  {
    body = delivery.body,
    secrets = [vector.secret],
    now = timestamp * 1000,
    toleranceSeconds = 300,
  } = {},
) => verifyWebhook({ header: (name) => headers[name], body }, secrets, { toleranceSeconds, now });

describe('a signature', () => {
  it('matches the output of the commands in the docs', () => {
    const docs = readFileSync(join(import.meta.dirname, '../docs/webhooks.md'), 'utf8');
    const [, commands] = /```sh\n(.*?)```/s.exec(docs)!;
    const cwd = mkdtempSync(join(tmpdir(), 'textloom-signature-'));
    writeFileSync(join(cwd, 'body.json'), vector.body);
    const { secret, id, timestamp } = vector;
    const env = { ...process.env, SECRET: secret, ID: id, TIMESTAMP: String(timestamp) };
    const made = execFileSync('sh', ['-euc', commands!], { cwd, env, encoding: 'utf8' });
    rmSync(cwd, { recursive: true });
    expect(`v1,${made.trim()}`).toBe(vector.signature);
  });

  it('matches the published vector', () => {
    expect(signWebhook(vector, [vector.secret])).toEqual({
      'webhook-id': vector.id,
      'webhook-timestamp': String(vector.timestamp),
      'webhook-signature': vector.signature,
    });
  });

  it('is accepted by the standardwebhooks library', () => {
    const headers = signWebhook(delivery, [vector.secret]);
    expect(new Webhook(vector.secret).verify(delivery.body, headers)).toEqual(event);
  });

  it('from the standardwebhooks library is accepted here', () => {
    const signature = new Webhook(vector.secret).sign(
      event.id,
      new Date(timestamp * 1000),
      delivery.body,
    );
    const headers = {
      'webhook-id': event.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    };
    expect(verify(headers)).toEqual(event);
  });

  it('covers text of every script', () => {
    const body = JSON.stringify({ ...event, data: { ...event.data, text: 'Grüße 👋 שלום' } });
    const headers = signWebhook({ ...delivery, body }, [vector.secret]);
    expect(new Webhook(vector.secret).verify(body, headers)).toEqual(verify(headers, { body }));
  });
});

describe('a rotation of secrets', () => {
  it('signs with both secrets, so that a receiver with either one accepts the delivery', () => {
    const headers = signWebhook(delivery, [other, vector.secret]);
    for (const secret of [other, vector.secret]) {
      expect(verify(headers, { secrets: [secret] })).toEqual(event);
      expect(new Webhook(secret).verify(delivery.body, headers)).toEqual(event);
    }
  });

  it('does not affect a receiver that knows both secrets', () => {
    expect(verify(signWebhook(delivery, [other]), { secrets: [vector.secret, other] })).toEqual(
      event,
    );
  });
});

describe('a delivery is refused', () => {
  const good = signWebhook(delivery, [vector.secret]);
  const cases: readonly (readonly [string, () => unknown])[] = [
    ['with another secret', () => verify(good, { secrets: [other] })],
    ['with no secret to verify it', () => verify(good, { secrets: [] })],
    ['with a changed body', () => verify(good, { body: delivery.body.replace('order', 'Order') })],
    ['with another ID', () => verify({ ...good, 'webhook-id': 'evt_2' })],
    [
      'with another timestamp',
      () => verify({ ...good, 'webhook-timestamp': String(timestamp + 1) }),
    ],
    [
      'with a timestamp that is not a number',
      () => verify({ ...good, 'webhook-timestamp': 'now' }),
    ],
    ['if it is older than the tolerance', () => verify(good, { now: (timestamp + 301) * 1000 })],
    [
      'if it is further ahead than the tolerance',
      () => verify(good, { now: (timestamp - 301) * 1000 }),
    ],
    [
      'with a signature of another scheme',
      () =>
        verify({ ...good, 'webhook-signature': good['webhook-signature']!.replace('v1,', 'v1a,') }),
    ],
    [
      'with a shortened signature',
      () => verify({ ...good, 'webhook-signature': good['webhook-signature']!.slice(0, -4) }),
    ],
    [
      'if it is signed but is not JSON',
      () => verify(signWebhook({ ...delivery, body: 'hello' }, [vector.secret]), { body: 'hello' }),
    ],
    ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
      (name) => [`without ${name}`, () => verify({ ...good, [name]: '' })] as const,
    ),
  ];
  it.each(cases)('%s', (_, attempt) => {
    expect(attempt).toThrow(WebhookVerificationError);
  });

  it('only beyond the tolerance, not exactly at it', () => {
    expect(verify(good, { now: (timestamp + 300) * 1000 })).toEqual(event);
  });
});

describe('an invalid secret', () => {
  const blank = ['', 'whsec_', 'whsec_!!!', `whsec_${Buffer.alloc(23, 1).toString('base64')}`];

  it.each(blank)('cannot sign anything: "%s"', (secret) => {
    expect(() => signWebhook(delivery, [secret])).toThrow(RangeError);
    expect(() => signWebhook(delivery, [vector.secret, secret])).toThrow(RangeError);
  });

  it.each(blank)(
    'verifies nothing, not even a delivery that was signed with it: "%s"',
    (secret) => {
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
      const signature = createHmac('sha256', key)
        .update(`${delivery.id}.${timestamp}.${delivery.body}`)
        .digest('base64');
      const forged = {
        ...signWebhook(delivery, [vector.secret]),
        'webhook-signature': `v1,${signature}`,
      };
      expect(() => verify(forged, { secrets: [secret] })).toThrow(WebhookVerificationError);
      expect(() => verify(forged, { secrets: [vector.secret, secret] })).toThrow(
        WebhookVerificationError,
      );
    },
  );

  it('does not prevent a valid one from working', () => {
    const headers = signWebhook(delivery, [vector.secret]);
    expect(verify(headers, { secrets: ['', vector.secret] })).toEqual(event);
  });

  it.each(['', ' '])('cannot be derived from an empty key: "%s"', (key) => {
    expect(() => deriveWebhookSecret(key, 'https://example.com/hook')).toThrow(RangeError);
  });
});

describe('a derived secret', () => {
  it('has the format of Standard Webhooks', () => {
    const secret = deriveWebhookSecret('tl_admin_key', 'https://example.com/hook');
    expect(secret).toMatch(/^whsec_/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  });

  it('is the same for the same key and URL, and different for another key or URL', () => {
    const of = (key: string, url: string) => deriveWebhookSecret(key, url);
    expect(of('a', 'https://example.com/1')).toBe(of('a', 'https://example.com/1'));
    expect(
      new Set([of('a', 'https://x/1'), of('a', 'https://x/2'), of('b', 'https://x/1')]).size,
    ).toBe(3);
  });
});

import { describe, expect, it } from '@jest/globals';
import { contract, sampleOf } from '@textloom/shared/contract';
import { sendVerificationCode } from '../../connectors/zapier/src/creates/sendVerificationCode.ts';
import { deriveIdempotencyKey } from '@textloom/shared/connector/deduplicate';
import { runStep } from './runStep.ts';

/** Sends a code, and returns what the service got. */
async function send(inputData: Record<string, string>) {
  const got: { readonly body: unknown; readonly key: string }[] = [];
  await runStep(sendVerificationCode, { inputData }, (_, body, headers) => {
    got.push({ body, key: String(headers['idempotency-key']) });
    return { status: 201, body: sampleOf(contract.verification.start.output) };
  });
  return got;
}

describe('Send Verification Code', () => {
  const to = '+12025550173';

  it('sends one code although a replay repeats it with the same Deduplication Key', async () => {
    const step = { to, deduplication_key: 'sign-in-7' };
    const all = [...(await send(step)), ...(await send({ ...step, to: '+1 (202) 555-0173' }))];
    const one = { body: { to }, key: deriveIdempotencyKey(to, 'sign-in-7') };
    expect(all).toEqual([one, one]);
  });

  it('sends a new code in each run that has no Deduplication Key', async () => {
    const all = [...(await send({ to })), ...(await send({ to }))];
    expect(all.map(({ body }) => body)).toEqual([{ to }, { to }]);
    expect(new Set(all.map(({ key }) => key)).size).toBe(2);
  });
});

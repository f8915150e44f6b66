import { describe, expect, it } from '@jest/globals';
import { contract, sampleOf } from '@textloom/shared/contract';
import { checkVerificationCode } from '../../connectors/zapier/src/creates/checkVerificationCode.ts';
import { sendVerificationCode } from '../../connectors/zapier/src/creates/sendVerificationCode.ts';
import { deriveIdempotencyKey } from '@textloom/shared/connector/deduplicate';
import { problemBody } from '../problemBody.ts';
import { readFailure, runStep } from './runStep.ts';

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

describe('Send Verification Code to a number that a visitor enters', () => {
  it('halts if the number is missing, so that no bot turns the Zap off', async () => {
    const step = { inputData: { to: '' }, inputDataRaw: { to: '{{1__phone}}' } };
    expect(await readFailure(runStep(sendVerificationCode, step, () => undefined))).toEqual({
      name: 'HaltedError',
      said: 'To has no value in this run. Check what is mapped to the field, unless a person left it empty.',
    });
  });

  it.each([{}, { deduplication_key: 'sign-in-7' }])(
    'halts if the number cannot exist, because a person may have mistyped it: %j',
    async (more) => {
      const errors = [{ pointer: '/to', code: 'wrong', detail: 'is not a phone number' }];
      const body = problemBody('validation_failed', 422, { errors });
      const step = { inputData: { to: '12', ...more } };
      const run = runStep(sendVerificationCode, step, () => ({ status: 422, body }));
      expect(await readFailure(run)).toEqual({
        name: 'HaltedError',
        said: 'To is not a phone number. Check what is mapped to the field, unless a person mistyped the value.',
      });
    },
  );

  it('stops with an error if another field is wrong, or if nothing is mapped', async () => {
    const errors = [{ pointer: '/text', code: 'wrong', detail: 'must contain {{code}}' }];
    const body = problemBody('validation_failed', 422, { errors });
    const answer = () => ({ status: 422, body });
    for (const inputData of [{ to: '+12025550173', text: 'Hi' }, { to: '' }])
      expect(await readFailure(runStep(sendVerificationCode, { inputData }, answer))).toMatchObject(
        { name: 'AppError' },
      );
  });
});

describe('Check Verification Code', () => {
  const check = (inputData: Record<string, string>, body: object) =>
    runStep(checkVerificationCode, { inputData: { code: '123456', ...inputData } }, () => ({
      status: (body as { status: number }).status,
      body,
    }));
  const missing = problemBody('not_found', 404);
  const invalid = (pointer: string, detail: string) =>
    problemBody('validation_failed', 422, { errors: [{ pointer, code: 'wrong', detail }] });

  it('finds a code not valid for a mistyped number, so that the filter on Valid stops the run', async () => {
    const { result } = await check({ to: '+12025550174' }, missing);
    expect(result).toMatchObject({ valid: false, to: '+12025550174', id: null, status: null });
  });

  it('stops with an error if there is no verification with the mapped ID', async () => {
    const run = check({ id: 'ver_1', to: '+12025550174' }, missing);
    expect((await readFailure(run)).name).toBe('AppError');
  });

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['To', { to: '' }, { to: '{{1__phone}}' }],
    ['Code', { to: '+12025550174', code: ' ' }, { code: '{{1__code}}' }],
    ['Code', { id: 'ver_1', to: '', code: '' }, { to: '{{1__phone}}', code: '{{1__code}}' }],
  ])(
    'halts if a visitor left %s empty, so that no bot turns the Zap off',
    async (label, given, mapped) => {
      const inputData = { code: '123456', ...given };
      const run = runStep(
        checkVerificationCode,
        { inputData, inputDataRaw: mapped },
        () => undefined,
      );
      expect(await readFailure(run)).toEqual({
        name: 'HaltedError',
        said: `${label} has no value in this run. Check what is mapped to the field, unless a person left it empty.`,
      });
    },
  );

  it.each([
    ['Code is required', { to: '+12025550174', code: '' }],
    ['Fill in To or Verification', { code: '123456' }],
  ])('stops with an error if nothing is mapped: %s', async (said, inputData) => {
    const run = runStep(checkVerificationCode, { inputData }, () => undefined);
    expect(await readFailure(run)).toEqual({
      name: 'AppError',
      said: expect.stringContaining(said),
    });
  });

  it.each([
    ['to', 'To is not a phone number.'],
    ['code', 'Code is not a phone number.'],
  ])('halts if the %s cannot exist, because a person may have mistyped it', async (name, said) => {
    const run = check({ to: '12' }, invalid(`/${name}`, 'is not a phone number'));
    expect(await readFailure(run)).toEqual({
      name: 'HaltedError',
      said: `${said} Check what is mapped to the field, unless a person mistyped the value.`,
    });
  });
});

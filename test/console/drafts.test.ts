import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@textloom/shared/client';
import { contract, limits, sampleOf } from '@textloom/shared/contract';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { AccountProvider } from '../../console/src/account.ts';
import { useEdits } from '../../console/src/form/useEdits.ts';
import { useSendDraft } from '../../console/src/session/useSendDraft.ts';
import { memoryStorage } from './memoryStorage.ts';

const account = sampleOf(contract.account.get.output);

/** Opens the page of a form, as after a reload, and returns its draft. */
function open(name = 'message', id = account.id) {
  let draft: ReturnType<typeof useSendDraft<string>> | undefined;
  const Form = () => {
    draft = useSendDraft(name, '');
    return null;
  };
  const value = { ...account, id };
  renderToString(createElement(AccountProvider, { value }, createElement(Form)));
  return draft!;
}

beforeEach(() => {
  Object.assign(globalThis, { sessionStorage: memoryStorage() });
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Returns the idempotency key with which a draft is sent. */
const keyOf = (draft: ReturnType<typeof open>): Promise<string> =>
  draft.send(async ({ idempotencyKey }) => idempotencyKey);

it('a draft has the same idempotency key after a reload', async () => {
  open().change('Hello');
  expect(open().value).toBe('Hello');
  expect(await keyOf(open())).toBe(await keyOf(open()));
});

it('a draft gets another idempotency key only when it changes', async () => {
  open().change('Hello');
  const key = await keyOf(open());
  open().change('Hello');
  expect(await keyOf(open())).toBe(key);
  open().change('Hello Ada');
  expect(await keyOf(open())).not.toBe(key);
});

it('a draft and its idempotency key are forgotten after it was sent', async () => {
  open().change('Hello');
  const draft = open();
  const key = await keyOf(draft);
  draft.forget();
  expect(open().value).toBe('');
  expect(await keyOf(open())).not.toBe(key);
});

it('what the user writes while a draft is on its way stays', () => {
  open().change('Hello');
  const sent = open();
  open().change('Hello Ada');
  sent.forget();
  expect(open().value).toBe('Hello Ada');
});

it('an old draft that may have been sent leaves only after a warning', async () => {
  const day = limits.idempotencyHours * 3_600_000;
  open().change('Hello');
  const key = await keyOf(open());
  const start = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(start + day);
  await expect(keyOf(open())).rejects.toThrow('The first try was more than 24 hours ago');
  expect(open().value).toBe('Hello');
  expect(await keyOf(open())).not.toBe(key);
});

it('a draft that the service refused needs no warning a day later', async () => {
  open().change('Hello');
  const refusal = new ApiError({ message: '', status: 422, code: 'validation_failed' });
  await expect(open().send(() => Promise.reject(refusal))).rejects.toBe(refusal);
  const day = limits.idempotencyHours * 3_600_000;
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + day);
  await expect(keyOf(open())).resolves.toEqual(expect.any(String));
});

it('a refusal leaves what the user has written since', async () => {
  open().change('Hello');
  const refusal = new ApiError({ message: '', status: 422, code: 'validation_failed' });
  const send = open().send(async () => {
    open().change('Hello Ada');
    throw refusal;
  });
  await expect(send).rejects.toBe(refusal);
  expect(open().value).toBe('Hello Ada');
});

it('a draft belongs to one account and one form', () => {
  open().change('Hello');
  expect(open('broadcast').value).toBe('');
  expect(open('message', 'acc_other').value).toBe('');
});

describe('the edits of an object', () => {
  const edit = (saved: object) => {
    let edits: ReturnType<typeof useEdits> | undefined;
    const Form = () => {
      edits = useEdits('con_1', contract.contact.update.input, { ...saved });
      return null;
    };
    renderToString(createElement(AccountProvider, { value: account }, createElement(Form)));
    return edits!;
  };

  it('are still there when the user comes back, until they are saved or discarded', () => {
    edit({ first_name: 'Ada' }).setValues({ first_name: 'Augusta' });
    const again = edit({ first_name: 'Ada' });
    expect(again.values).toEqual({ first_name: 'Augusta' });
    expect(again.changes).toEqual({ first_name: 'Augusta' });
    again.restart();
    expect(edit({ first_name: 'Ada' }).values).toEqual({ first_name: 'Ada' });
  });

  it('stay when somebody else changes another field meanwhile, and never overwrite it', () => {
    edit({ first_name: 'Ada', email: null }).setValues({ first_name: 'Augusta', email: null });
    const { values, changes } = edit({ first_name: 'Ada', email: 'ada@example.com' });
    expect(values).toEqual({ first_name: 'Augusta', email: 'ada@example.com' });
    expect(changes).toEqual({ first_name: 'Augusta' });
  });

  it('keep what the user types while they are saved', () => {
    edit({ first_name: 'Ada', email: null }).setValues({ first_name: 'Augusta', email: null });
    const { setValues, restart } = edit({ first_name: 'Ada', email: null });
    setValues({ first_name: 'Augusta', email: 'ada@example.com' });
    restart({ first_name: 'Augusta', email: null });
    const { changes } = edit({ first_name: 'Augusta', email: null });
    expect(changes).toEqual({ email: 'ada@example.com' });
  });

  it('keep what the user types on the page again while they are saved', () => {
    edit({ first_name: 'Ada', email: null }).setValues({ first_name: 'Augusta', email: null });
    const { restart } = edit({ first_name: 'Ada', email: null });
    const again = edit({ first_name: 'Ada', email: null });
    again.setValues({ first_name: 'Augusta', email: 'ada@example.com' });
    restart({ first_name: 'Augusta', email: null });
    const { changes } = edit({ first_name: 'Augusta', email: null });
    expect(changes).toEqual({ email: 'ada@example.com' });
  });

  it('never remove an attribute that somebody else has added meanwhile', () => {
    edit({ attributes: { plan: 'free' } }).setValues({ attributes: { plan: 'pro' } });
    const { changes } = edit({ attributes: { plan: 'free', city: 'Paris' } });
    expect(changes).toEqual({ attributes: { plan: 'pro' } });
  });
});

import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createHost } from '../../console/src/api/http.ts';
import { forgetOtherDrafts, readDraft, writeDraft } from '../../console/src/session/drafts.ts';
import {
  endSession,
  followSignOut,
  forgetKey,
  readKey,
  startSession,
} from '../../console/src/session/tabSession.ts';
import { memoryStorage } from './memoryStorage.ts';

const localStorage = memoryStorage();

/** Opens a new tab of the browser, and returns a function that runs something in it. */
function openTab() {
  const sessionStorage = memoryStorage();
  return <T>(run: () => T): T => {
    Object.assign(globalThis, { sessionStorage, localStorage });
    return run();
  };
}

describe('a tab', () => {
  let one: ReturnType<typeof openTab>;
  let other: ReturnType<typeof openTab>;
  beforeEach(() => {
    localStorage.clear();
    one = openTab();
    other = openTab();
    one(() => startSession('mine'));
    other(() => startSession('mine'));
  });

  it('keeps its key when it reloads', () => {
    expect(one(readKey)).toBe('mine');
  });

  it('is signed out if another tab signs out, even if nothing tells it', () => {
    one(() => endSession('mine'));
    expect(one(readKey)).toBeNull();
    expect(other(readKey)).toBeNull();
  });

  it('stays signed out when somebody signs in again with the same key', () => {
    one(() => endSession('mine'));
    one(() => startSession('mine'));
    expect(one(readKey)).toBe('mine');
    expect(other(readKey)).toBeNull();
  });

  it('stays signed in if a tab with another key signs out', () => {
    one(() => startSession('theirs'));
    one(() => endSession('theirs'));
    expect(other(readKey)).toBe('mine');
  });

  it('loses the drafts of an account when it changes to another', () => {
    one(() => sessionStorage.setItem('draft', 'Not for others'));
    one(() => startSession('theirs'));
    expect(one(() => sessionStorage.getItem('draft'))).toBeNull();
  });

  it('keeps its drafts after the service refuses the key, only for the same account', () => {
    one(() => writeDraft('acc_mine', 'message', 'Dear Ada'));
    one(forgetKey);
    one(followSignOut);
    expect(one(readKey)).toBeNull();
    one(() => startSession('renewed'));
    one(() => forgetOtherDrafts('acc_mine'));
    expect(one(readKey)).toBe('renewed');
    expect(one(() => readDraft('acc_mine', 'message'))).toBe('Dear Ada');
    one(() => forgetOtherDrafts('acc_theirs'));
    expect(one(() => readDraft('acc_mine', 'message'))).toBeUndefined();
    expect(one(readKey)).toBe('renewed');
  });

  it('loses its drafts if another tab signs out', () => {
    other(() => writeDraft('acc_mine', 'message', 'Dear Ada'));
    one(() => endSession('mine'));
    other(followSignOut);
    expect(other(() => readDraft('acc_mine', 'message'))).toBeUndefined();
  });

  it('never stores its key where it outlives the tab', () => {
    expect(localStorage.text()).not.toContain('mine');
  });
});

it('sends no request after the user has signed out', async () => {
  const fetch = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}'));
  const request = { method: 'GET', path: '/account', headers: {} } as const;
  const send = (isSignedIn: boolean) =>
    createHost('/v1', { key: 'mine', isSignedIn: () => isSignedIn }).transport(request);
  await expect(send(false)).rejects.toThrow('signed out');
  expect(fetch).not.toHaveBeenCalled();
  await send(true);
  expect(fetch).toHaveBeenCalledTimes(1);
});

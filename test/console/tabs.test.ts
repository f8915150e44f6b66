import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { askOtherTabs, shareKey } from '../../console/src/session/tabs.ts';
import { endSession, startSession } from '../../console/src/session/tabSession.ts';
import { memoryStorage } from './memoryStorage.ts';

let stop: () => void;
beforeEach(() => {
  stop = () => undefined;
  Object.assign(globalThis, { sessionStorage: memoryStorage(), localStorage: memoryStorage() });
});
afterEach(() => stop());

describe('a new tab', () => {
  it('gets the keys of the other tabs', async () => {
    startSession('mine');
    const stops = ['mine', 'ours'].map(shareKey);
    stop = () => stops.forEach((one) => one());
    expect((await askOtherTabs()).toSorted()).toEqual(['mine', 'ours']);
  });

  it('waits for a tab that is slow because the computer is busy', async () => {
    startSession('mine');
    const slow = new BroadcastChannel('textloom.session');
    stop = () => slow.close();
    slow.onmessage = () => {
      setTimeout(() => slow.postMessage({ type: 'answer', key: 'mine' }), 600);
    };
    expect(await askOtherTabs()).toEqual(['mine']);
  });

  it('asks nobody after the other tabs signed out', async () => {
    startSession('mine');
    endSession('mine');
    stop = shareKey('mine');
    expect(await askOtherTabs()).toEqual([]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { commonKey } from '../../console/src/session/commonKey.ts';
import { chooseKey } from '../../console/src/session/chooseKey.ts';

const never = () => {
  throw new Error('Do not ask the user');
};

describe('a link that contains a key', () => {
  it('signs nobody in automatically, even if nobody is signed in', () => {
    expect(chooseKey([], 'theirs', never)).toBeNull();
  });

  it.each([
    ['a tab that is signed in', ['mine']],
    ['a new tab while others are signed in', ['mine', 'mine']],
  ])('leads %s into another account only if the user agrees', (_, open) => {
    expect(chooseKey(open, 'theirs', () => false)).toBe('mine');
    expect(chooseKey(open, 'theirs', () => true)).toBe('theirs');
  });

  it('lets the user sign in if they refuse it while tabs of several accounts are open', () => {
    expect(chooseKey(['mine', 'ours'], 'theirs', () => false)).toBeNull();
  });

  it('does not ask if a tab has the same key, or if there is no key in the link', () => {
    expect(chooseKey(['mine'], 'mine', never)).toBe('mine');
    expect(chooseKey(['ours', 'mine'], 'mine', never)).toBe('mine');
    expect(chooseKey(['mine'], undefined, never)).toBe('mine');
    expect(chooseKey([], undefined, never)).toBeNull();
  });
});

describe('a new tab', () => {
  it('gets the key that the other tabs share', () => {
    expect(commonKey(['mine', 'mine'])).toBe('mine');
  });

  it('gets no key if there are no other tabs, or tabs of several accounts', () => {
    expect(commonKey([])).toBeNull();
    expect(commonKey(['mine', 'theirs'])).toBeNull();
  });
});

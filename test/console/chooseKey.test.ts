import { describe, expect, it } from '@jest/globals';
import { commonKey } from '../../console/src/session/commonKey.ts';
import { chooseKey } from '../../console/src/session/chooseKey.ts';

const never = () => {
  throw new Error('Do not ask the user');
};

describe('a link that contains a key', () => {
  it('signs in a tab in which nobody is signed in', () => {
    expect(chooseKey(null, 'theirs', never)).toBe('theirs');
  });

  it('switches a tab that is signed in to another account only if the user agrees', () => {
    expect(chooseKey('mine', 'theirs', () => false)).toBe('mine');
    expect(chooseKey('mine', 'theirs', () => true)).toBe('theirs');
  });

  it('does not ask if it contains the same key, or none', () => {
    expect(chooseKey('mine', 'mine', never)).toBe('mine');
    expect(chooseKey('mine', undefined, never)).toBe('mine');
    expect(chooseKey(null, undefined, never)).toBeNull();
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

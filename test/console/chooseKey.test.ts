import { describe, expect, it } from '@jest/globals';
import { chooseKey } from '../../console/src/chooseKey.ts';

const never = () => {
  throw new Error('Nobody is to be asked');
};

describe('a link that brings a key', () => {
  it('signs in a tab in which nobody is', () => {
    expect(chooseKey(null, 'theirs', never)).toBe('theirs');
  });

  it('moves a tab that is signed in to another account only where the person says so', () => {
    expect(chooseKey('mine', 'theirs', () => false)).toBe('mine');
    expect(chooseKey('mine', 'theirs', () => true)).toBe('theirs');
  });

  it('asks nothing where it brings the same key, or none', () => {
    expect(chooseKey('mine', 'mine', never)).toBe('mine');
    expect(chooseKey('mine', undefined, never)).toBe('mine');
    expect(chooseKey(null, undefined, never)).toBeNull();
  });
});

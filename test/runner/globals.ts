import type * as Jest from '@jest/globals';

type Name =
  | 'afterAll'
  | 'afterEach'
  | 'beforeAll'
  | 'beforeEach'
  | 'describe'
  | 'expect'
  | 'it'
  | 'jest'
  | 'test';
export type Globals = { readonly [N in Name]: (typeof Jest)[N] };

/**
 * Provides the exports of `@jest/globals` to tests. The bindings change with each test file, so
 * that modules that several files import register their tests with the running file.
 */
export let afterAll: Globals['afterAll'];
export let afterEach: Globals['afterEach'];
export let beforeAll: Globals['beforeAll'];
export let beforeEach: Globals['beforeEach'];
export let describe: Globals['describe'];
export let expect: Globals['expect'];
export let it: Globals['it'];
export let jest: Globals['jest'];
export let test: Globals['test'];

export function setGlobals(globals: Globals): void {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}

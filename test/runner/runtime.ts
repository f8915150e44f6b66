import { createRequire, enableCompileCache, flushCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type ProcessEnvironment from './environment.ts';
import { setGlobals, type Globals } from './globals.ts';

const compiled = join(import.meta.dirname, '../../.cache/compiled');
enableCompileCache(compiled);
// For the programs that tests start.
process.env.NODE_COMPILE_CACHE = compiled;
// A run is too short for the embedded database to repay the time to optimize most of its program.
// By default, V8 optimizes a function after an eighth of this budget.
setFlagsFromString('--wasm-tiering-budget=100000000');
// Without this, a worker with nothing left to do frees the memory of all its databases first, which
// takes so long that Jest kills it. Only worker processes have a channel.
if (process.channel) process.once('beforeExit', () => process.exit());

const globalsUrl = new URL('globals.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === '@jest/globals') return { url: globalsUrl, shortCircuit: true };
    // n8n-core requires the CommonJS copy. Errors from the other copy are not instances of its
    // classes.
    if (specifier === 'n8n-workflow')
      return next(specifier, { ...context, conditions: ['node', 'require'] });
    return next(specifier, context);
  },
});

const require = createRequire(import.meta.url);
const imported = new Set<string>();
/** Jest keeps these handlers on the global object, which outlives a test file here. */
const eventHandlers = Symbol.for('EVENT_HANDLERS');
const testTimeout = Symbol.for('TEST_TIMEOUT_SYMBOL');
const globals = globalThis as { [key: symbol]: unknown };

/**
 * Loads test files with Node.js, which also strips their types. A worker loads each module once for
 * all its test files. Jest's runtime would link and evaluate it again for each file.
 */
export default class NodeRuntime {
  readonly #environment: ProcessEnvironment;

  constructor(_config: unknown, environment: ProcessEnvironment) {
    this.#environment = environment;
  }

  unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  async unstable_importModule(path: string): Promise<void> {
    const { href } = pathToFileURL(path);
    // A setup file must run again for each test file, and a test file must run again when Jest
    // watches.
    await import(imported.has(path) ? `${href}?${performance.now()}` : href);
    imported.add(path);
  }

  /** Loads Jest's test framework, without the state that the previous test file left. */
  requireInternalModule(path: string): unknown {
    Reflect.deleteProperty(require.cache, path);
    Reflect.deleteProperty(globals, eventHandlers);
    Reflect.deleteProperty(globals, testTimeout);
    return require(path);
  }

  requireModule(path: string): unknown {
    return require(path);
  }

  setGlobalsForRuntime(framework: Omit<Globals, 'jest'>): void {
    setGlobals({ ...framework, jest: this.#createJest() });
  }

  /** Creates the part of the `jest` object that the tests use. */
  #createJest(): Globals['jest'] {
    const { moduleMocker, fakeTimersModern: timers } = this.#environment;
    const jest = {
      fn: moduleMocker.fn.bind(moduleMocker),
      spyOn: moduleMocker.spyOn.bind(moduleMocker),
      restoreAllMocks: () => {
        moduleMocker.restoreAllMocks();
        return jest;
      },
      useFakeTimers: (config?: Parameters<typeof timers.useFakeTimers>[0]) => {
        timers.useFakeTimers(config);
        return jest;
      },
      useRealTimers: () => {
        timers.useRealTimers();
        return jest;
      },
      setSystemTime: (now) => timers.setSystemTime(now),
      advanceTimersByTime: (milliseconds) => timers.advanceTimersByTime(milliseconds),
      advanceTimersByTimeAsync: (milliseconds) => timers.advanceTimersByTimeAsync(milliseconds),
      setTimeout: (milliseconds) => {
        globals[testTimeout] = milliseconds;
        return jest;
      },
    } as Globals['jest'];
    return jest;
  }

  /** Writes the cache of compiled modules now, because `process.exit` does not write it. */
  teardown(): void {
    flushCompileCache();
  }

  // Jest calls these methods on every runtime.
  enterTestCode(): void {}
  leaveTestCode(): void {}
  getSourceMaps(): null {
    return null;
  }
  getAllCoverageInfoCopy(): undefined {
    return undefined;
  }
}

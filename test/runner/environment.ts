import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

interface EnvironmentConfig {
  readonly projectConfig: ConstructorParameters<typeof ModernFakeTimers>[0]['config'];
}

const { console, fetch } = globalThis;
const ownExit = process.exit.bind(process);

/**
 * Runs tests with the globals of the process. Jest's own environments create a VM context for each
 * test file and evaluate every module again in it, which takes longer than most tests.
 */
export default class ProcessEnvironment {
  readonly global = globalThis;
  readonly moduleMocker = new ModuleMocker(globalThis);
  readonly fakeTimers = null;
  readonly fakeTimersModern: ModernFakeTimers;

  constructor({ projectConfig }: EnvironmentConfig) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup(): Promise<void> {}

  /**
   * Restores what Jest and the tests of one file replaced, because the next file shares the
   * process.
   */
  async teardown(): Promise<void> {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    Object.assign(globalThis, { console, fetch });
    process.exit = ownExit;
  }

  getVmContext(): null {
    return null;
  }
}

import ProcessEnvironment from '../../test/runner/environment.ts';

/** Skips the rest of a file after the first failed test, which is enough to catch a fault. */
export default class StopAtFailure extends ProcessEnvironment {
  #hasFailed = false;

  handleTestEvent(event) {
    if (event.name === 'test_done' && event.test.errors.length > 0) this.#hasFailed = true;
    if (!this.#hasFailed) return;
    if (event.name === 'test_start') event.test.mode = 'skip';
    if (event.name === 'run_describe_start') event.describeBlock.mode = 'skip';
  }
}

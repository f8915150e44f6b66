/** Says all that is wrong with the configuration, a sentence to a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(...faults: string[]) {
    super(faults.join('\n'));
    this.problems = faults;
  }
}

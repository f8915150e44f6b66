/** Lists all problems of the configuration, one sentence per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(...faults: string[]) {
    super(faults.join('\n'));
    this.problems = faults;
  }
}

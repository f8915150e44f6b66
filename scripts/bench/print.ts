export const print = (line: string): void => void process.stdout.write(`${line}\n`);

interface Check {
  readonly passes: boolean;
  readonly target: string;
}

/** Prints which targets the product meets, and returns whether it meets all of them. */
export function printChecks(checks: readonly Check[]): boolean {
  for (const { passes, target } of checks) print(`${passes ? 'holds ' : 'FAILS '} ${target}`);
  return checks.every(({ passes }) => passes);
}

import { readConfig, type Config } from '../../config/config.ts';
import { ConfigError } from '../../config/configError.ts';
import { checkCallbacks } from './checkCallbacks.ts';
import { checkDatabase } from './checkDatabase.ts';
import { checkFolder } from './checkFolder.ts';
import { checkMachine } from './checkMachine.ts';
import { checkPorts } from './checkPorts.ts';
import { checkSettings, findMisspelled } from './checkSettings.ts';
import type { Command } from '../command.ts';
import { marks, ok, problem, type Finding } from './finding.ts';

/** The checks that need a valid configuration. */
const checks: readonly ((config: Config) => Promise<Finding[]> | Finding[])[] = [
  checkSettings,
  checkPorts,
  checkCallbacks,
  (config) => (config.databaseUrl ? checkDatabase(config) : checkFolder(config)),
];

export const doctor: Command = {
  forms: {
    doctor: 'Check the configuration and everything else that the service needs',
  },
  run: async (_args, { environment, print }) => {
    const findings = [...checkMachine(), ...findMisspelled(environment)];
    try {
      const config = readConfig(environment);
      findings.push(ok('The configuration is valid.'));
      for (const check of checks) findings.push(...(await check(config)));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      findings.push(...error.problems.map(problem));
    }
    for (const { kind, text } of findings) print(`${marks[kind]} ${text}`);
    const count = findings.filter(({ kind }) => kind === 'problem').length;
    print('');
    if (count === 0) print('The service can start.');
    else print(count === 1 ? 'Found 1 problem.' : `Found ${count} problems.`);
    return count === 0 ? 0 : 1;
  },
};

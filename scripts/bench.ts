import { keywords } from './bench/keywords.ts';
import { limits } from './bench/limits.ts';
import { n8n } from './bench/n8n/n8n.ts';
import { n8nIncoming } from './bench/n8n/n8nIncoming.ts';
import { report } from './bench/report.ts';
import { service } from './bench/service/service.ts';
import { years } from './bench/years/years.ts';
import { zapier } from './bench/zapier.ts';

/** Each suite prints its tables, and resolves with whether the product meets all targets. */
const suites: Readonly<Record<string, (args: string[]) => Promise<boolean>>> = {
  service,
  report,
  limits,
  n8n: async (args) => {
    const isFast = args.includes('--only=incoming') || (await n8n(args));
    return (await n8nIncoming()) && isFast;
  },
  zapier,
  keywords,
  years,
};

const [name, ...args] = process.argv.slice(2);
const suite = name === undefined ? undefined : suites[name];
if (suite) {
  process.exitCode = (await suite(args)) ? 0 : 1;
} else {
  const known = Object.keys(suites).join(', ');
  process.stderr.write(
    name === undefined
      ? `Specify a benchmark, such as: npm run bench -- service. Available benchmarks: ${known}.\n`
      : `There is no benchmark "${name}". Available benchmarks: ${known}.\n`,
  );
  process.exitCode = 1;
}

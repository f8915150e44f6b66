import { isLoopback, settings, type Config } from '../../config/config.ts';
import { problem, warnIf, type Finding } from './finding.ts';

const known = Object.values(settings).map(({ variable }) => variable);

/** Finds variables that have no effect because they misspell the name of a setting. */
export const findMisspelled = (
  environment: Readonly<Record<string, string | undefined>>,
): Finding[] =>
  Object.keys(environment).flatMap((name) => {
    if (known.includes(name)) return [];
    const intended = known.find((one) => one.length > 4 && distance(one, name.toUpperCase()) <= 2);
    return intended ? [problem(`${name} is not a setting. Did you mean ${intended}?`)] : [];
  });

/** Finds settings that are valid but probably unintended. */
export function checkSettings(config: Config): Finding[] {
  const isOpen = !isLoopback(config.host);
  return [
    ...warnIf(
      isOpen && config.allowPrivateWebhooks,
      'ALLOW_PRIVATE_WEBHOOKS lets webhooks reach addresses inside your network. Set it to false unless you trust everyone who has a key.',
    ),
    ...warnIf(
      isOpen && !config.trustProxy,
      `HOST ${config.host} lets other machines connect without TLS. Put a proxy with TLS in front of the service, and set TRUST_PROXY to true.`,
    ),
    ...warnIf(
      config.rateLimitBurst < config.rateLimit,
      'RATE_LIMIT_BURST is less than RATE_LIMIT, so clients never reach RATE_LIMIT. Set it at least as high.',
    ),
  ];
}

/** Returns how many characters to add, remove, or replace to turn one string into the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++)
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (a[i] === b[j] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}

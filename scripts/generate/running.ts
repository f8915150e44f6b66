import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { settings } from '../../service/config/config.ts';

const path = 'docs/running.md';
/** Matches the generated table, which is the only part of the page that Prettier ignores. */
const table = /(?<=<!-- prettier-ignore-start -->\n)[^]*(?=<!-- prettier-ignore-end -->)/;

/** Generates the table of settings in the page on running the service. */
export function generateRunning(): Record<string, string> {
  const page = readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');
  const rows = Object.values(settings).map(
    ({ variable, default: value, description }) =>
      `| \`${variable}\` | ${value && `\`${value}\``} | ${description} |`,
  );
  const head = ['', '| Variable | Default | What it sets |', '| --- | --- | --- |'];
  return { [path]: page.replace(table, [...head, ...rows, '', ''].join('\n')) };
}

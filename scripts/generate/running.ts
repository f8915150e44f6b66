import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { settings } from '../../service/config/config.ts';

const path = 'docs/running.md';
/** The table is generated, and the only thing on the page that Prettier leaves alone. */
const table = /(?<=<!-- prettier-ignore-start -->\n)[^]*(?=<!-- prettier-ignore-end -->)/;

/** The page on running the service, with the table of its settings. */
export function generateRunning(): Record<string, string> {
  const page = readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');
  const rows = Object.values(settings).map(
    ({ variable, default: value, description }) =>
      `| \`${variable}\` | ${value && `\`${value}\``} | ${description} |`,
  );
  const head = ['', '| Variable | Default | What it sets |', '| --- | --- | --- |'];
  return { [path]: page.replace(table, [...head, ...rows, '', ''].join('\n')) };
}

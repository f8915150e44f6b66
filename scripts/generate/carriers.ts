import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { commonSettings } from '../../service/carriers/readCarriers.ts';
import { carrierTypes } from '../../service/carriers/carrierTypes.ts';
import { settingName, type Fields } from '../../service/carriers/settings.ts';

const path = 'docs/carriers.md';
const start = '<!-- prettier-ignore-start -->\n';
const end = '<!-- prettier-ignore-end -->';

/** Generates the tables of settings in the page on carriers, one for each type. */
export function generateCarriers(): Record<string, string> {
  const tables = [
    ['every carrier', commonSettings] as const,
    ...carrierTypes
      .filter(({ settings }) => Object.keys(settings).length > 0)
      .map(({ type, settings }) => [type, settings] as const),
  ];
  const page = readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');
  return { [path]: tables.reduce((text, [name, fields]) => insert(text, name, fields), page) };
}

function insert(page: string, name: string, fields: Fields): string {
  const mark = `<!-- settings of ${name} -->\n${start}`;
  const at = page.indexOf(mark) + mark.length;
  if (at < mark.length) throw new Error(`${path} has no place for the settings of ${name}`);
  const rows = Object.entries(fields).map(
    ([key, field]) =>
      `| \`${settingName(key, field)}\` | ${field.default} | ${field.description} |`,
  );
  const head = ['', '| Setting | Default | Description |', '| --- | --- | --- |'];
  return (
    page.slice(0, at) + [...head, ...rows, '', ''].join('\n') + page.slice(page.indexOf(end, at))
  );
}

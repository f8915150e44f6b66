import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { toHeaderName, readSettings, variables } from '../../connectors/mcp/settings.ts';
import { tools } from '../../connectors/mcp/tools/index.ts';
import { root } from '../sources.ts';

const readme = readFileSync(join(root, 'connectors/mcp/README.md'), 'utf8');
const firstCells = (heading: string): string[] => {
  const [, section] = readme.split(`\n## ${heading}\n`);
  const table = section!.split('\n## ')[0]!;
  return [...table.matchAll(/^\| `([^`]+)` /gm)].map(([, name]) => name!);
};

describe('the README of the MCP server', () => {
  it('lists every tool', () => {
    expect(firstCells('Tools')).toEqual(tools.map(({ name }) => name));
  });

  it('lists every setting', () => {
    expect(firstCells('Settings').sort()).toEqual(
      ['TEXTLOOM_URL', 'TEXTLOOM_API_KEY', ...Object.values(variables)].sort(),
    );
  });

  it('names the header of every setting', () => {
    for (const variable of Object.values(variables))
      expect(readme).toMatch(
        new RegExp(`^\\| \`${variable}\` +\\| \`${toHeaderName(variable)}\` `, 'm'),
      );
  });

  it('shows configurations that clients and the server can read', () => {
    const blocks = [...readme.matchAll(/```json\n([^]*?)```/g)].map(
      ([, json]) => JSON.parse(json!) as object,
    );
    expect(blocks).toHaveLength(3);
    const shown = JSON.stringify(blocks);
    for (const [, name] of shown.matchAll(/"(TEXTLOOM_\w+|Textloom-[\w-]+)":/g))
      expect(
        ['TEXTLOOM_URL', 'TEXTLOOM_API_KEY', ...Object.values(variables)].map(toHeaderName),
      ).toContain(toHeaderName(name!.replaceAll('-', '_')));
    const { allowedRecipients } = readSettings((name) =>
      name === variables.allowedRecipients ? '+12025550123,+1303*' : undefined,
    );
    expect(readme).toContain(`\`${allowedRecipients!.join(',')}\``);
  });
});

import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { filesBelow, parseSource } from './sources.ts';

/** Lists the files that adapt the types of a host, and what these types lack. */
const edges: Readonly<Record<string, string>> = {
  'connectors/n8n/lib/trigger/downloadMedia.ts': 'n8n: the body of a response as bytes',
  'scripts/generate/zapier.ts': 'Zapier: the function that Zapier calls',
  'service/store/connections/connections.ts': 'pg: the socket; Kysely: a query without a cursor',
};

const sources = ['service', 'console', 'connectors', 'shared', 'scripts', 'sdks/node'].flatMap(
  filesBelow,
);

/** Finds `as unknown as` and `as never`, which turn any type into any other one. */
function castsIn(source: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isAssertionExpression(node)) {
      const { kind } = node.type;
      const isOuter = ts.isAssertionExpression(node.parent);
      if (kind === ts.SyntaxKind.NeverKeyword) found.push(node.getText());
      if (kind === ts.SyntaxKind.UnknownKeyword && isOuter) found.push(node.parent.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('the types', () => {
  it('are forced only where the types of a host are incomplete', () => {
    const files = sources.filter((file) => castsIn(parseSource(file)).length > 0);
    expect(files.sort()).toEqual(Object.keys(edges));
  });

  it('detects both ways to force a type, so that it can fail', () => {
    const planted = `
      const one = 1 as never;
      const two = { a: 1 } as unknown as { b: string };
      const three = three as unknown;
      const four = [1, 2] as const;`;
    const source = ts.createSourceFile('planted.ts', planted, ts.ScriptTarget.Latest, true);
    expect(castsIn(source)).toEqual(['1 as never', '{ a: 1 } as unknown as { b: string }']);
  });
});

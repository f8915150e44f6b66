import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { filesBelow, parseSource } from './sources.ts';

/** A name such as `sizeOf` lacks the verb that says what the function does. */
describe('the names of functions', () => {
  const isFunction = (node: ts.Node): boolean =>
    ts.isFunctionDeclaration(node) ||
    (ts.isVariableDeclaration(node) &&
      node.initializer !== undefined &&
      ts.isArrowFunction(node.initializer)) ||
    ((ts.isPropertySignature(node) || ts.isParameter(node)) &&
      node.type !== undefined &&
      ts.isFunctionTypeNode(node.type));
  const withoutVerb = (source: ts.SourceFile): string[] => {
    const names: string[] = [];
    const visit = (node: ts.Node): void => {
      const name = isFunction(node) ? ts.getNameOfDeclaration(node as ts.Declaration) : undefined;
      if (name && ts.isIdentifier(name) && /[a-z\d]Of$/.test(name.text)) names.push(name.text);
      ts.forEachChild(node, visit);
    };
    visit(source);
    return names;
  };

  it('end with Of only if they are plain conversions', () => {
    const names = ['service', 'shared', 'connectors', 'console', 'scripts', 'sdks/node']
      .flatMap(filesBelow)
      .flatMap((file) => withoutVerb(parseSource(file)));
    expect([...new Set(names)].sort()).toEqual(['pageOf', 'sampleOf']);
  });

  it('are found wherever a function has one, so that it can fail', () => {
    const planted = `
      function sizeOf(): void {}
      const keyOf = (urlOf: () => string) => urlOf();
      interface Fields { readonly labelOf: (name: string) => string }
      const indexOf = new Map();`;
    const source = ts.createSourceFile('planted.ts', planted, ts.ScriptTarget.Latest, true);
    expect(withoutVerb(source)).toEqual(['sizeOf', 'keyOf', 'urlOf', 'labelOf']);
  });
});

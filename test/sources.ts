import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import sharedPackage from '../shared/package.json' with { type: 'json' };

export const root = resolve(import.meta.dirname, '..');

export interface Imported {
  readonly file: string;
  /** Holds a path below the root for a file of this repository, and the module name otherwise. */
  readonly target: string;
  readonly isType: boolean;
}

const shared: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(sharedPackage.exports).map(([name, path]) => [
    name.replace('.', sharedPackage.name),
    join('shared', path),
  ]),
);

/** Returns the TypeScript files below a folder, without those of packages and builds. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => join(folder, file));

export const parseSource = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);

export function listImports(file: string): Imported[] {
  const found: Imported[] = [];
  const add = (specifier: string, isType: boolean) => {
    const target = specifier.startsWith('.')
      ? relative(root, resolve(root, dirname(file), specifier))
      : (shared[specifier] ?? specifier);
    found.push({ file, target, isType });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const clause = node.importClause;
      const named =
        clause?.namedBindings && ts.isNamedImports(clause.namedBindings)
          ? clause.namedBindings.elements
          : [];
      const onlyTypes =
        clause?.phaseModifier === ts.SyntaxKind.TypeKeyword ||
        (named.length > 0 && !clause?.name && named.every((one) => one.isTypeOnly));
      add((node.moduleSpecifier as ts.StringLiteral).text, onlyTypes);
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
      add((node.moduleSpecifier as ts.StringLiteral).text, node.isTypeOnly);
    } else if (
      ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      ts.isStringLiteral(node.arguments[0]!)
    ) {
      add(node.arguments[0].text, false);
    }
    ts.forEachChild(node, visit);
  };
  visit(parseSource(file));
  return found;
}

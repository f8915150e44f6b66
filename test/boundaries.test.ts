import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '..');

interface Imported {
  readonly file: string;
  /** A path below the root for a file of ours, else the name of the module. */
  readonly target: string;
  readonly isType: boolean;
}

const shared: Readonly<Record<string, string>> = {
  '@textloom/shared/contract': 'shared/contract/index.ts',
  '@textloom/shared/client': 'shared/client/index.ts',
  '@textloom/shared/client/axios': 'shared/client/axios.ts',
  '@textloom/shared/csv': 'shared/csv.ts',
  '@textloom/shared/webhooks': 'shared/webhooks.ts',
  '@textloom/shared/openapi': 'shared/openapi.ts',
};

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => join(folder, file));

function importsOf(file: string): Imported[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
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
  visit(source);
  return found;
}

const show = ({ file, target }: Imported) => `${file} imports ${target}`;
const outside = (folder: string, allowed: (one: Imported) => boolean) =>
  filesBelow(folder)
    .flatMap(importsOf)
    .filter((one) => !allowed(one))
    .map(show);

const within =
  (...folders: string[]) =>
  ({ target }: Imported) =>
    folders.some((folder) => target === folder || target.startsWith(`${folder}/`));
const isContract = within('shared/contract');
const isClient = (one: Imported) =>
  within('shared/client')(one) && one.target !== 'shared/client/axios.ts';
const isWebhooks = within('shared/webhooks.ts');

describe('who may import whom', () => {
  it('the contract imports nothing but itself', () => {
    expect(outside('shared/contract', isContract)).toEqual([]);
  });

  it('the client imports the contract, and axios as a type in one file', () => {
    const isAxiosType = ({ file, target, isType }: Imported) =>
      file === 'shared/client/axios.ts' && target === 'axios' && isType;
    expect(
      outside('shared/client', (one) => isContract(one) || isClient(one) || isAxiosType(one)),
    ).toEqual([]);
  });

  it('the webhooks import the contract and node:crypto, the OpenAPI document the contract alone, and CSV nothing', () => {
    const own = (file: string) =>
      importsOf(file)
        .filter((one) => !isContract(one))
        .map(({ target }) => target);
    expect(own('shared/webhooks.ts')).toEqual(['node:crypto']);
    expect(own('shared/openapi.ts')).toEqual([]);
    expect(importsOf('shared/csv.ts')).toEqual([]);
  });

  it.each([
    // n8n takes a package that reaches for nothing of the machine: node:crypto, and types.
    [
      'connectors/n8n',
      'n8n-workflow',
      ({ target, isType }: Imported) =>
        target === 'node:crypto' || (isType && target.startsWith('node:')),
    ],
    [
      'connectors/zapier',
      'zapier-platform-core',
      ({ target }: Imported) => target.startsWith('node:'),
    ],
  ] as const)(
    '%s imports the contract, the client, the webhooks and its host, and nothing else',
    (folder, host, isBuiltIn) => {
      const isBuild = ({ file }: Imported) => file === `${folder}/bundle.ts`;
      const isAllowed = (one: Imported) =>
        [isContract, isClient, isWebhooks, isBuiltIn, isBuild, within(folder, host)].some(
          (allows) => allows(one),
        );
      expect(outside(folder, isAllowed)).toEqual([]);
    },
  );

  it('the service imports the client as a type alone, and no connector', () => {
    const forbidden = (one: Imported) =>
      within('connectors', 'test', 'scripts')(one) || (within('shared/client')(one) && !one.isType);
    const isPage = ({ file }: Imported) => file.startsWith('service/console/');
    expect(outside('service', (one) => isPage(one) || !forbidden(one))).toEqual([]);
  });

  it('the page of the service is a client like any other; of the inside it knows the table of handsets', () => {
    const isInside = (one: Imported) =>
      /^(service|connectors|test|scripts)\//.test(one.target) &&
      !within('service/console', 'service/carriers/outcomes.ts')(one);
    expect(outside('service/console', (one) => !isInside(one))).toEqual([]);
  });

  it('sees every kind of import, so that it can fail', () => {
    const known = importsOf('service/handlers.ts');
    expect(known).toContainEqual({
      file: 'service/handlers.ts',
      target: 'shared/client/index.ts',
      isType: true,
    });
    expect(importsOf('shared/webhooks.ts')).toContainEqual({
      file: 'shared/webhooks.ts',
      target: 'node:crypto',
      isType: false,
    });
  });
});

describe('what shared/ leaves to its hosts', () => {
  it('it uses no timer, process, console or global object', () => {
    const restricted =
      /\b(setTimeout|setInterval|setImmediate|clearTimeout|process|globalThis|console|fetch|__dirname)\b/;
    const found = filesBelow('shared').flatMap((file) => {
      const source = ts.createSourceFile(
        file,
        readFileSync(join(root, file), 'utf8'),
        ts.ScriptTarget.Latest,
        true,
      );
      const names: string[] = [];
      const visit = (node: ts.Node): void => {
        if (ts.isIdentifier(node) && restricted.test(node.text))
          names.push(`${file} uses ${node.text}`);
        ts.forEachChild(node, visit);
      };
      visit(source);
      return names;
    });
    expect(found).toEqual([]);
  });
});

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
  ...Object.fromEntries(
    ['delivery', 'errors', 'keywords', 'labels', 'replies', 'seenEvents'].map((name) => [
      `@textloom/shared/connector/${name}`,
      `shared/connector/${name}.ts`,
    ]),
  ),
  '@textloom/shared/csv': 'shared/csv.ts',
  '@textloom/shared/handsets': 'shared/handsets.ts',
  '@textloom/shared/webhooks': 'shared/webhooks.ts',
  '@textloom/shared/openapi': 'shared/openapi/index.ts',
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
const isConnector = within('shared/connector');

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

  it('what connectors share imports the contract, the webhooks and types of the client', () => {
    const allows = (one: Imported) =>
      [isContract, isWebhooks, isConnector].some((is) => is(one)) || (isClient(one) && one.isType);
    expect(outside('shared/connector', allows)).toEqual([]);
  });

  it('the webhooks import the contract and node:crypto, the OpenAPI document the contract alone, and CSV nothing', () => {
    const own = (file: string) =>
      importsOf(file)
        .filter((one) => !isContract(one))
        .map(({ target }) => target);
    expect(own('shared/webhooks.ts')).toEqual(['node:crypto']);
    const isOpenApi = within('shared/openapi');
    expect(outside('shared/openapi', (one) => isContract(one) || isOpenApi(one))).toEqual([]);
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
    '%s imports the contract, the client, what connectors share and its host, and nothing else',
    (folder, host, isBuiltIn) => {
      const isBuild = ({ file }: Imported) => file === `${folder}/bundle.ts`;
      const isAllowed = (one: Imported) =>
        [
          isContract,
          isClient,
          isConnector,
          isWebhooks,
          isBuiltIn,
          isBuild,
          within(folder, host),
        ].some((allows) => allows(one));
      expect(outside(folder, isAllowed)).toEqual([]);
    },
  );

  it('the service imports neither the client nor anything of connectors', () => {
    const others = [
      'connectors',
      'console',
      'scripts',
      'shared/client',
      'shared/connector',
      'test',
    ];
    expect(outside('service', (one) => !within(...others)(one))).toEqual([]);
  });

  it('the console is a client like any other', () => {
    const isInside = ({ target }: Imported) => /^(service|connectors|test|scripts)\//.test(target);
    expect(outside('console', (one) => !isInside(one))).toEqual([]);
  });

  it('sees every kind of import, so that it can fail', () => {
    expect(importsOf('shared/client/axios.ts')).toContainEqual({
      file: 'shared/client/axios.ts',
      target: 'axios',
      isType: true,
    });
    expect(importsOf('shared/webhooks.ts')).toContainEqual({
      file: 'shared/webhooks.ts',
      target: 'node:crypto',
      isType: false,
    });
  });
});

/**
 * The layers of the service, from the bottom to the top. A folder imports only from layers below its
 * own; folders in one layer do not know each other.
 */
const layers: readonly (readonly string[])[] = [
  ['registry', 'segments'],
  ['lib'],
  ['docs', 'store'],
  ['observability', 'reports'],
  ['carriers'],
  ['config', 'core'],
  ['accounts', 'webhooks'],
  ['contacts', 'registrations'],
  ['messages'],
  ['dispatch', 'imports'],
  ['handlers'],
  ['http'],
  ['runtime'],
  ['cli'],
  ['bin'],
];
const layerOf = new Map(layers.flatMap((folders, layer) => folders.map((name) => [name, layer])));

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly file: string;
}

/** The imports between folders of the service. */
const arrowsOf = (imports: readonly Imported[]): Arrow[] =>
  imports.flatMap(({ file, target }) => {
    const [from, to] = [file, target].map((path) => /^service\/(\w+)\//.exec(path)?.[1]);
    return from && to && from !== to ? [{ from, to, file }] : [];
  });

const upward = (arrows: readonly Arrow[]): string[] =>
  arrows
    .filter(({ from, to }) => !((layerOf.get(from) ?? -1) > (layerOf.get(to) ?? Infinity)))
    .map(({ from, to, file }) => `${file}: ${from} must not import from ${to}`);

/** Folders that import each other in a circle, found without the table. */
function cycleIn(arrows: readonly Arrow[]): string[] {
  const targets = Map.groupBy(arrows, ({ from }) => from);
  const done = new Set<string>();
  const walk = (folder: string, path: readonly string[]): string[] => {
    const first = path.indexOf(folder);
    if (first >= 0) return [...path.slice(first), folder];
    if (done.has(folder)) return [];
    for (const { to } of targets.get(folder) ?? []) {
      const found = walk(to, [...path, folder]);
      if (found.length > 0) return found;
    }
    done.add(folder);
    return [];
  };
  for (const folder of targets.keys()) {
    const found = walk(folder, []);
    if (found.length > 0) return found;
  }
  return [];
}

describe('the layers of the service', () => {
  const files = filesBelow('service');
  const arrows = arrowsOf(files.flatMap(importsOf));

  it('each folder imports only from layers below its own, and none in a circle', () => {
    const graph = layers.flat().map((folder) => {
      const below = new Set(arrows.filter(({ from }) => from === folder).map(({ to }) => to));
      return `${folder} → ${[...below].sort().join(', ') || 'nothing'}`;
    });
    process.stdout.write(`The folders of service/:\n  ${graph.reverse().join('\n  ')}\n`);
    expect(upward(arrows)).toEqual([]);
    expect(cycleIn(arrows)).toEqual([]);
  });

  it('every folder has its place in the table', () => {
    const folders = new Set(files.map((file) => file.split('/')[1]!));
    expect([...folders].sort()).toEqual(layers.flat().sort());
  });

  it('finds a planted arrow and a planted circle, so that it can fail', () => {
    const file = 'service/messages/advance.ts';
    const planted = arrowsOf([{ file, target: 'service/dispatch/receipts.ts', isType: true }]);
    expect(upward(planted)).toEqual([`${file}: messages must not import from dispatch`]);
    expect(cycleIn([...arrows, ...planted])).toEqual(
      expect.arrayContaining(['messages', 'dispatch']),
    );
  });
});

/** A file in such a circle may find that what it imports is not there yet. */
describe('the files', () => {
  it('import each other in no circle, types apart', () => {
    const arrows = ['service', 'shared', 'connectors', 'console']
      .flatMap(filesBelow)
      .flatMap(importsOf)
      .filter(({ isType }) => !isType)
      .map(({ file, target }) => ({ from: file, to: target, file }));
    expect(cycleIn(arrows)).toEqual([]);
  });
});

const longestFile = 250;
const largestFolder = 20;

describe('the size of files and folders', () => {
  const sources = ['service', 'console', 'connectors', 'shared']
    .flatMap(filesBelow)
    // The contract is one description, and generated code has no reader.
    .filter((file) => !/^shared\/contract\/|\.generated\./.test(file));

  it(`no file has more than ${longestFile} lines`, () => {
    const long = sources
      .map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length - 1] as const)
      .filter(([, lines]) => lines > longestFile);
    expect(long).toEqual([]);
  });

  it(`no folder has more than ${largestFolder} files`, () => {
    const folders = Map.groupBy(sources, dirname);
    const large = [...folders].filter(([, inside]) => inside.length > largestFolder);
    expect(large.map(([folder, inside]) => [folder, inside.length])).toEqual([]);
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

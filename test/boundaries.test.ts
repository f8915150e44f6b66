import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { filesBelow, listImports, root, parseSource, type Imported } from './sources.ts';

const show = ({ file, target }: Imported) => `${file} imports ${target}`;
const outside = (folder: string, allowed: (one: Imported) => boolean) =>
  filesBelow(folder)
    .flatMap(listImports)
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

describe('imports between layers', () => {
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

  it('the code that connectors share imports the contract, the client, the webhooks and node:crypto', () => {
    const allows = (one: Imported) =>
      [isContract, isClient, isWebhooks, isConnector, within('node:crypto')].some((is) => is(one));
    expect(outside('shared/connector', allows)).toEqual([]);
  });

  it('the webhooks import the contract and node:crypto, the OpenAPI document only the contract, and CSV nothing', () => {
    const own = (file: string) =>
      listImports(file)
        .filter((one) => !isContract(one))
        .map(({ target }) => target);
    expect(own('shared/webhooks.ts')).toEqual(['node:crypto']);
    const isOpenApi = within('shared/openapi');
    expect(outside('shared/openapi', (one) => isContract(one) || isOpenApi(one))).toEqual([]);
    expect(listImports('shared/csv.ts')).toEqual([]);
  });

  const connectors = [
    [
      'connectors/mcp',
      '@modelcontextprotocol/server',
      ({ target }: Imported) => target.startsWith('node:'),
    ],
    // n8n accepts only packages that use nothing of the machine except node:crypto and types.
    [
      'connectors/n8n',
      'n8n-workflow',
      ({ target, isType }: Imported) =>
        target === 'node:crypto' || (isType && target.startsWith('node:')),
    ],
    [
      'connectors/node-red',
      '@node-red/registry',
      ({ target }: Imported) => target.startsWith('node:'),
    ],
    [
      'connectors/zapier',
      'zapier-platform-core',
      ({ target }: Imported) => target.startsWith('node:'),
    ],
  ] as const;
  it.each(connectors)(
    '%s imports the contract, the client, the shared connector code and its host, and nothing else',
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

  it('every connector is in this list, and proves its transport', () => {
    const folders = connectors.map(([folder]) => folder);
    expect(folders).toEqual(
      readdirSync(join(root, 'connectors'), { withFileTypes: true })
        .flatMap((entry) => (entry.isDirectory() ? [`connectors/${entry.name}`] : []))
        .sort(),
    );
    for (const folder of folders)
      expect(
        readFileSync(join(root, `test/${basename(folder)}/transport.test.ts`), 'utf8'),
      ).toContain('describeTransport(');
  });

  it('the client for Node.js imports the contract, the client, the webhooks, axios and built-in modules', () => {
    const isNode = (one: Imported) =>
      [isContract, within('shared/client', 'sdks/node/src', 'axios'), isWebhooks].some((is) =>
        is(one),
      ) || one.target.startsWith('node:');
    expect(outside('sdks/node/src', isNode)).toEqual([]);
  });

  it('the service imports neither the client nor any connector code, except to serve MCP', () => {
    const others = [
      'connectors',
      'console',
      'scripts',
      'sdks',
      'shared/client',
      'shared/connector',
      'test',
    ];
    const servesMcp = (one: Imported) =>
      one.file.startsWith('service/mcp/') &&
      [isClient, isConnector, within('connectors/mcp')].some((is) => is(one));
    expect(outside('service', (one) => !within(...others)(one) || servesMcp(one))).toEqual([]);
  });

  it('the console imports what any other client imports', () => {
    const isInside = ({ target }: Imported) => /^(service|connectors|test|scripts)\//.test(target);
    expect(outside('console', (one) => !isInside(one))).toEqual([]);
  });

  it('detects every kind of import, so that it can fail', () => {
    expect(listImports('shared/client/axios.ts')).toContainEqual({
      file: 'shared/client/axios.ts',
      target: 'axios',
      isType: true,
    });
    expect(listImports('shared/webhooks.ts')).toContainEqual({
      file: 'shared/webhooks.ts',
      target: 'node:crypto',
      isType: false,
    });
  });
});

/**
 * The layers of the service, from the top to the bottom. A folder imports only from layers below
 * its own. Folders in one layer do not import each other.
 */
const rows = readFileSync(join(root, 'service/README.md'), 'utf8').matchAll(
  /^\| (\d+) +\| `(\w+)`/gm,
);
const layerOf = new Map([...rows].map(([, layer, folder]) => [folder!, Number(layer)]));

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly file: string;
}

/** Returns the imports between folders of the service. */
const listArrows = (imports: readonly Imported[]): Arrow[] =>
  imports.flatMap(({ file, target }) => {
    const [from, to] = [file, target].map((path) => /^service\/(\w+)\//.exec(path)?.[1]);
    return from && to && from !== to ? [{ from, to, file }] : [];
  });

const upward = (arrows: readonly Arrow[]): string[] =>
  arrows
    .filter(({ from, to }) => !((layerOf.get(from) ?? Infinity) < (layerOf.get(to) ?? -1)))
    .map(({ from, to, file }) => `${file}: ${from} must not import from ${to}`);

/** Finds folders that import each other in a circle, without using the table. */
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
  const arrows = listArrows(files.flatMap(listImports));

  it('each folder imports only from layers below its own, and no folders form a circle', () => {
    const graph = [...layerOf.keys()].map((folder) => {
      const below = new Set(arrows.filter(({ from }) => from === folder).map(({ to }) => to));
      return `${folder} → ${[...below].sort().join(', ') || 'nothing'}`;
    });
    process.stdout.write(`The folders of service/:\n  ${graph.join('\n  ')}\n`);
    expect(upward(arrows)).toEqual([]);
    expect(cycleIn(arrows)).toEqual([]);
  });

  it('every folder is in the table', () => {
    const folders = new Set(files.map((file) => file.split('/')[1]!));
    expect([...folders].sort()).toEqual([...layerOf.keys()].sort());
  });

  it('finds a planted arrow and a planted circle, so that it can fail', () => {
    const file = 'service/messages/advance.ts';
    const planted = listArrows([
      { file, target: 'service/dispatch/receipts/receipts.ts', isType: true },
    ]);
    expect(upward(planted)).toEqual([`${file}: messages must not import from dispatch`]);
    expect(cycleIn([...arrows, ...planted])).toEqual(
      expect.arrayContaining(['messages', 'dispatch']),
    );
  });
});

/** In a circle of imports, a file can run before the modules that it imports are ready. */
describe('the files', () => {
  it('do not import each other in a circle, except for types', () => {
    const arrows = ['service', 'shared', 'connectors', 'console', 'sdks/node/src']
      .flatMap(filesBelow)
      .flatMap(listImports)
      .filter(({ isType }) => !isType)
      .map(({ file, target }) => ({ from: file, to: target, file }));
    expect(cycleIn(arrows)).toEqual([]);
  });
});

describe('the code in shared/', () => {
  it('uses no timer, process, console or global object', () => {
    const restricted =
      /\b(setTimeout|setInterval|setImmediate|clearTimeout|process|globalThis|console|fetch|__dirname)\b/;
    // Only hosts that have `fetch` import this file. n8n's scanner rejects packages that use it.
    const files = filesBelow('shared').filter((file) => file !== 'shared/client/fetch.ts');
    const found = files.flatMap((file) => {
      const names: string[] = [];
      const visit = (node: ts.Node): void => {
        if (ts.isIdentifier(node) && restricted.test(node.text))
          names.push(`${file} uses ${node.text}`);
        ts.forEachChild(node, visit);
      };
      visit(parseSource(file));
      return names;
    });
    expect(found).toEqual([]);
  });
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { format, resolveConfig } from 'prettier';
import {
  isMap,
  isObject,
  isUnion,
  type ObjectSchema,
  type Schema,
  type UnionSchema,
} from '@textloom/shared/contract';
import { bundleN8n } from '../../connectors/n8n/bundle.ts';
import type { Action } from '../../connectors/n8n/lib/operations/actions.ts';
import { simplifiedSchema } from '../../connectors/n8n/lib/operations/output.ts';
import { actions } from '../../connectors/n8n/nodes/Textloom/resources/index.ts';
import packageJson from '../../connectors/n8n/package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');
const golden = 'test/n8n/golden';
const schemas = 'connectors/n8n/nodes/Textloom/__schema__/v1.0.0';

/** Generates the files for n8n from the contract: the output schemas and the golden files. */
export const generateN8n = async (): Promise<Record<string, string>> => ({
  ...generateSchemas(),
  ...(await generateGolden()),
});

/** Generates the output schema of each operation, which the editor shows before the first run. */
export const generateSchemas = (): Record<string, string> =>
  Object.fromEntries(
    actions.map((action) => [
      `${schemas}/${action.resource}/${action.words.value}.json`,
      `${JSON.stringify({ ...toOutput(action), version: 1 }, null, '\t')}\n`,
    ]),
  );

const toOutput = ({ result, words }: Action): object =>
  result
    ? toShape(withFailure(isUnion(result) ? pickShared(result) : simplifiedSchema(result)))
    : { type: 'object', properties: { [words.done ?? 'success']: { type: 'boolean' } } };

/** Returns the fields that all variants have. The fields below them differ, and so stay open. */
function pickShared({ oneOf: [first, ...others] }: UnionSchema): ObjectSchema {
  const shared = Object.entries(first!.properties).filter(([name]) =>
    others.every(({ properties }) => name in properties),
  );
  const open = { type: 'object', properties: {} } as const;
  return {
    type: 'object',
    properties: Object.fromEntries(
      shared.map(([name, schema]) => [name, isObject(schema) ? open : schema]),
    ),
  };
}

/** Renames fields as the node does. For details, see `toOutput`. */
const withFailure = ({
  properties: { error, ...others },
  ...schema
}: ObjectSchema): ObjectSchema => ({
  ...schema,
  properties: { ...others, ...(error && { failure: error }) },
});

/** Reduces a schema to its types, because the editor uses only one type per value. */
function toShape(schema: Schema): object {
  if (isUnion(schema)) return { type: 'object' };
  if (isMap(schema)) return { type: 'object', additionalProperties: { type: 'string' } };
  if (isObject(schema)) {
    const properties = Object.entries(schema.properties).map(
      ([name, property]) => [name, toShape(property)] as const,
    );
    return { type: 'object', properties: Object.fromEntries(properties) };
  }
  return schema.type === 'array'
    ? { type: 'array', items: toShape(schema.items) }
    : { type: schema.type };
}

/**
 * Renders the nodes and the credential as literals, as the editor shows them. Reviewers see the
 * effect of contract changes in these files. n8n's lint rules check them, because the rules cannot
 * evaluate derived descriptions.
 */
async function generateGolden(): Promise<Record<string, string>> {
  // Use a folder in the repository, so that the bundles find n8n-workflow.
  await mkdir(join(root, '.cache'), { recursive: true });
  const dist = await mkdtemp(join(root, '.cache/n8n-golden-'));
  try {
    await bundleN8n(dist);
    await writeFile(join(dist, 'package.json'), '{"type":"commonjs"}');
    const rendered = await Promise.all(
      [...packageJson.n8n.credentials, ...packageJson.n8n.nodes].map(async (file) => {
        const path = file.replace('dist/', '');
        const instance = load(join(dist, path));
        const source = file.includes('.node.') ? nodeSource(instance) : credentialSource(instance);
        return [`${golden}/${path.replace('.js', '.ts')}`, await pretty(source)] as const;
      }),
    );
    return Object.fromEntries(rendered);
  } finally {
    await rm(dist, { recursive: true });
  }
}

/** Creates an instance of the class that an n8n file exports under the name of the file. */
function load(file: string): INodeType | ICredentialType {
  const name = basename(file).split('.')[0]!;
  const module = createRequire(import.meta.url)(file) as Record<
    string,
    new () => INodeType | ICredentialType
  >;
  return new module[name]!();
}

function nodeSource(node: INodeType | ICredentialType): string {
  const { description } = node as INodeType;
  const literal = JSON.stringify(description, undefined, 1).replaceAll(
    /("(?:in|out)puts": \[\s*)"main"/g,
    '$1NodeConnectionTypes.Main',
  );
  return `import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

export class ${node.constructor.name} implements INodeType {
description: INodeTypeDescription = ${literal};
${description.webhooks ? hooks : ''}}
`;
}

/** The methods that n8n's lint rules require for every node with webhooks. */
const hooks = `
webhookMethods = {
  default: {
    async checkExists(): Promise<boolean> { return await Promise.resolve(false); },
    async create(): Promise<boolean> { return await Promise.resolve(true); },
    async delete(): Promise<boolean> { return await Promise.resolve(true); },
  },
};
`;

function credentialSource(credential: INodeType | ICredentialType): string {
  const fields = Object.entries(credential).map(
    ([name, value]) =>
      `${name}${toType[name] ?? ''} = ${toLiteral(value)}${name === 'test' ? mixedRules : ''};`,
  );
  return `import type { IAuthenticateGeneric, Icon, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

export class ${credential.constructor.name} implements ICredentialType {
${fields.join('\n\n')}
}
`;
}

/** n8n's type of a test allows only one kind of rule in a list, but n8n applies all kinds. */
const mixedRules = ' as ICredentialTestRequest';

/** Formats a value as JSON, but keeps explicit undefined values. */
const toLiteral = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (one === undefined ? undefinedMark : one)).replaceAll(
    `"${undefinedMark}"`,
    'undefined',
  );
const undefinedMark = '(undefined)';

const toType: Record<string, string | undefined> = {
  icon: ': Icon',
  properties: ': INodeProperties[]',
  authenticate: ': IAuthenticateGeneric',
  test: ': ICredentialTestRequest',
};

async function pretty(source: string): Promise<string> {
  const options = await resolveConfig(join(root, 'connectors/n8n/package.json'));
  return format(source, { ...options, parser: 'typescript' });
}

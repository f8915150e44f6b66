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
} from '@textloom/shared/contract';
import { bundleN8n } from '../../connectors/n8n/bundle.ts';
import type { Action } from '../../connectors/n8n/lib/operations/actions.ts';
import { simplifiedSchema } from '../../connectors/n8n/lib/operations/output.ts';
import { actions } from '../../connectors/n8n/nodes/Textloom/resources/index.ts';
import packageJson from '../../connectors/n8n/package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');
const golden = 'test/n8n/golden';
const schemas = 'connectors/n8n/nodes/Textloom/__schema__/v1.0.0';

/** What follows from the contract for n8n: what people see of the package, and what they get. */
export const generateN8n = async (): Promise<Record<string, string>> => ({
  ...generateSchemas(),
  ...(await generateGolden()),
});

/** The shape of the output of each operation, which the editor shows before anything has run. */
export const generateSchemas = (): Record<string, string> =>
  Object.fromEntries(
    actions.map((action) => [
      `${schemas}/${action.resource}/${action.words.value}.json`,
      `${JSON.stringify({ ...outputOf(action), version: 1 }, null, '\t')}\n`,
    ]),
  );

const outputOf = ({ result, words }: Action): object =>
  result
    ? shapeOf(withFailure(simplifiedSchema(result)))
    : { type: 'object', properties: { [words.done ?? 'success']: { type: 'boolean' } } };

/** With the names that the node gives: see `toOutput`. */
const withFailure = ({
  properties: { error, ...others },
  ...schema
}: ObjectSchema): ObjectSchema => ({
  ...schema,
  properties: { ...others, ...(error && { failure: error }) },
});

/** The editor looks at the types alone, one for each value. */
function shapeOf(schema: Schema): object {
  if (isUnion(schema)) return { type: 'object' };
  if (isMap(schema)) return { type: 'object', additionalProperties: { type: 'string' } };
  if (isObject(schema)) {
    const properties = Object.entries(schema.properties).map(
      ([name, property]) => [name, shapeOf(property)] as const,
    );
    return { type: 'object', properties: Object.fromEntries(properties) };
  }
  return schema.type === 'array'
    ? { type: 'array', items: shapeOf(schema.items) }
    : { type: schema.type };
}

/**
 * The nodes and the credential as literals, which is what a person sees of them in the editor:
 * a change of the contract shows here in review, and n8n's own rules, which cannot see through a
 * derived description, are run over these.
 */
async function generateGolden(): Promise<Record<string, string>> {
  // Below the repository, so that the bundles find n8n-workflow.
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

/** The instance of the class that a file of n8n exports under its own name. */
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

/** n8n's rules ask every node with webhooks for these. */
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
    ([name, value]) => `${name}${typeOf[name] ?? ''} = ${literalOf(value)};`,
  );
  return `import type { IAuthenticateGeneric, Icon, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

export class ${credential.constructor.name} implements ICredentialType {
${fields.join('\n\n')}
}
`;
}

/** As JSON, and with what is undefined on purpose. */
const literalOf = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (one === undefined ? undefinedMark : one)).replaceAll(
    `"${undefinedMark}"`,
    'undefined',
  );
const undefinedMark = '(undefined)';

const typeOf: Record<string, string | undefined> = {
  icon: ': Icon',
  properties: ': INodeProperties[]',
  authenticate: ': IAuthenticateGeneric',
  test: ': ICredentialTestRequest',
};

async function pretty(source: string): Promise<string> {
  const options = await resolveConfig(join(root, 'connectors/n8n/package.json'));
  return format(source, { ...options, parser: 'typescript' });
}

import {
  contract,
  isObject,
  resources as descriptions,
  takesIdempotencyKey,
  wireName,
  type Operation,
  type Resource,
  type Schema,
} from '@textloom/shared/contract';
import { declareAnswer } from './declare.ts';
import {
  camel,
  explain,
  listFields,
  isDictionary,
  pascal,
  choosePlace,
  findProof,
  plural,
  resources,
  type Field,
} from './names.ts';
import { constants, opening } from './phpConstants.ts';
import { language, nativeType, quoted, renderShape } from './phpTypes.ts';

const folder = 'sdks/php/src';

export const phpFiles = (): Record<string, string> => ({
  [`${folder}/Contract.php`]: constants(
    renderDictionaries(contract.message.sendBatch.input.properties.messages.items),
  ),
  [`${folder}/Resources.php`]: access(),
  ...Object.fromEntries(
    resources.map((resource) => [
      `${folder}/Resource/${className(resource)}.php`,
      renderClass(resource),
    ]),
  ),
});

const className = (resource: Resource): string => pascal(plural(resource));

const access = (): string => `${opening('Textloom')}
/** The resources of a client. */
abstract class Resources
{
${resources.map((resource) => `    public readonly Resource\\${className(resource)} $${plural(resource)};`).join('\n')}

    public function __construct(Core $core)
    {
${resources.map((resource) => `        $this->${plural(resource)} = new Resource\\${className(resource)}($core);`).join('\n')}
    }
}
`;

function renderClass(resource: Resource): string {
  const operations = Object.entries<Operation>(contract[resource]);
  const types = new Map<string, string>();
  const methods = operations.map(([name, operation]) =>
    renderMethod(types, resource, name, operation),
  );
  return `${opening('Textloom\\Resource')}
use Textloom\\ApiException;
use Textloom\\Core;
use Textloom\\NetworkException;
use Textloom\\Omitted;

/**
 * ${descriptions[resource]}.
 *
${[...types.values()].join('\n')}
 */
final class ${className(resource)}
{
    public function __construct(private readonly Core $core)
    {
    }

${methods.join('\n')}}
`;
}

function renderMethod(
  types: Map<string, string>,
  resource: Resource,
  name: string,
  operation: Operation,
): string {
  const fields = listFields(operation);
  const others = fields.filter((field) => !field.inPath);
  const hasKey = takesIdempotencyKey(operation);
  const proof = findProof(operation);
  const nullable = others.filter(({ schema }) => schema.nullable).map(({ wire }) => quoted(wire));
  const tags = [
    ...fields.map(
      (field) =>
        `@param ${documentedType(field)} ${variable(field)} ${explain(field, operation.input)}`,
    ),
    ...(hasKey
      ? ['@param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.']
      : []),
    ...(operation.output
      ? [`@return ${declareAnswer(language, types, operation.output, [resource, name])}`]
      : []),
    `@throws ApiException ${operation.errors.length > 0 ? `${operation.errors.join(', ')}, or an error that any call can get.` : 'An error that any call can get.'}`,
    '@throws NetworkException No response arrived.',
  ];
  const parameters = [
    ...fields.map(declaration),
    ...(hasKey ? ['?string $idempotencyKey = null'] : []),
  ];
  const call = [
    quoted(operation.method),
    renderPath(operation.path),
    ...(others.length > 0
      ? [
          `${choosePlace(operation)}: [${others.map((field) => `${quoted(field.wire)} => ${renderValue(field)}`).join(', ')}]`,
        ]
      : []),
    ...(nullable.length > 0 ? [`nullable: [${nullable.join(', ')}]`] : []),
    ...(hasKey ? ['idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey()'] : []),
    ...(operation.safe ? ['safe: true'] : []),
    ...(proof ? [`proof: [${quoted(proof.wire)} => ${quoted(jsonTypes[proof.type])}]`] : []),
  ];

  return `    /**
     * ${operation.description}.
     *
${tags.map((tag) => `     * ${tag}`).join('\n')}
     */
    public function ${camel(name)}(${parameters.length === 0 ? '' : `\n${lines(parameters, 8)}\n    `}): ${operation.output ? 'array' : 'void'}
    {
        ${operation.output ? 'return ' : ''}$this->core->request(
${lines(call, 12)}
        );
    }
`;
}

const variable = ({ name }: Field): string => `$${camel(name)}`;

const declaration = (field: Field): string => {
  const list = nativeType(field.schema);
  const type = field.items ? `${nativeType(field.items)}|${list}` : list;
  if (field.required) return `${type} ${variable(field)}`;
  return field.schema.nullable
    ? `${type}|null|Omitted ${variable(field)} = Omitted::Value`
    : `${type.includes('|') ? `${type}|null` : `?${type}`} ${variable(field)} = null`;
};

const documentedType = (field: Field): string => {
  const list = renderShape({ ...field.schema, nullable: undefined });
  const type = field.items ? `${renderShape(field.items)}|${list}` : list;
  if (field.required) return type;
  return field.schema.nullable ? `${type}|null|Omitted` : `${type}|null`;
};

/** Marks objects, because an empty array would be encoded as a list. */
function renderValue({ schema, ...field }: Field): string {
  const value = variable({ schema, ...field });
  if (isDictionary(schema)) return `Core::toObject(${value}${renderInner(schema)})`;
  return 'items' in schema && isDictionary(schema.items)
    ? `Core::toObjects(${value}${renderInner(schema.items)})`
    : value;
}

const renderInner = (schema: Schema): string => {
  const inner = renderDictionaries(schema);
  return inner === '[]' ? '' : `, ${inner}`;
};

/** Returns the fields of an object that are objects themselves, with their own such fields. */
function renderDictionaries(schema: Schema): string {
  if (!isObject(schema)) return '[]';
  const fields = Object.entries(schema.properties).flatMap(([name, inner]) => {
    if ('items' in inner && isDictionary(inner.items))
      throw new Error(`The PHP client cannot encode ${name}, a list of objects in an object.`);
    const key = quoted(wireName(schema, name));
    return isDictionary(inner) ? [`${key} => ${renderDictionaries(inner)}`] : [];
  });
  return `[${fields.join(', ')}]`;
}

const renderSegment = (name: string): string => `Core::segment(${quoted(name)}, $${camel(name)})`;

/** Returns an expression that fills the fields of a path, each as one segment. */
const renderPath = (path: string): string =>
  path
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .map((part) => (part.startsWith('{') ? renderSegment(part.slice(1, -1)) : quoted(part)))
    .join(' . ');

const lines = (items: readonly string[], indent: number): string =>
  items.map((item) => `${' '.repeat(indent)}${item},`).join('\n');

/** The names of the types of JSON values in PHP. */
const jsonTypes = {
  object: 'array',
  array: 'array',
  string: 'string',
  boolean: 'boolean',
  integer: 'integer',
  number: 'double',
};

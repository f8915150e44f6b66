import {
  basePath,
  contract,
  errors,
  headers,
  idempotencyKeyPattern,
  limits,
  longestRetryAfter,
  resources as descriptions,
  temporaryStatuses,
  authentication,
  problemSchema,
  takesIdempotencyKey,
  type Operation,
  type Resource,
  type Schema,
} from '@textloom/shared/contract';
import { version } from '../../../service/lib/version.ts';
import { declare, declareAnswer } from './declare.ts';
import {
  batchLimits,
  explain,
  listFields,
  identifier,
  pascal,
  choosePlace,
  findProof,
  plural,
  remedies,
  resources,
  mayHaveRunCodes,
  retryableCodes,
  snake,
  type Field,
} from './names.ts';
import { renderPages } from './pythonPages.ts';
import { declareEvents, inputType, language } from './pythonTypes.ts';

const folder = 'sdks/python/textloom';
const mark = 'Generated from the contract by `npm run generate`. Do not edit.';

export function pythonFiles(): Record<string, string> {
  const types = new Map<string, string>();
  declare(language, types, problemSchema, 'Problem');
  const classes = resources.map((resource) => renderClass(types, resource));
  declareEvents(types);
  return {
    [`${folder}/contract.py`]: constants(),
    [`${folder}/pagination.py`]: renderPages(mark),
    [`${folder}/types.py`]: `"""The responses, events and inputs of the service in the wire format. ${mark}"""

import typing as t
from datetime import datetime

${[...types.values()].join('\n\n')}
`,
    [`${folder}/resources.py`]: `"""Every operation of the API. ${mark}"""

# Only the contract knows the types of responses.
# mypy: disable-error-code="no-any-return"

import typing as t
from datetime import datetime

from . import types
from .core import OMITTED, Core, Omitted, key_or_new, quote


${classes.join('\n\n')}

class Resources:
    """The resources of a client."""

    def __init__(self, core: Core) -> None:
${resources.map((resource) => `        self.${plural(resource)} = ${pascal(plural(resource))}(core)`).join('\n')}
`,
  };
}

const constants = (): string => `"""Constants of the API protocol. ${mark}"""

import typing as t

VERSION = ${JSON.stringify(version)}
BASE_PATH = ${JSON.stringify(basePath)}
AUTHENTICATION_HEADER = ${JSON.stringify(authentication.header)}
AUTHENTICATION_PREFIX = ${JSON.stringify(authentication.prefix)}
${Object.entries(headers)
  .map(([name, value]) => `${snake(name).toUpperCase()}_HEADER = ${JSON.stringify(value)}`)
  .join('\n')}

ErrorCode = t.Literal[
${[...Object.keys(errors), 'unexpected_response'].map((code) => `    ${JSON.stringify(code)},`).join('\n')}
]

#: The same request may succeed later.
RETRYABLE_CODES: t.FrozenSet[str] = frozenset(
    ${JSON.stringify(retryableCodes)}
)

#: A response of a proxy with this status may succeed later.
TEMPORARY_STATUSES: t.FrozenSet[int] = frozenset(${JSON.stringify(temporaryStatuses)})

#: The service may have carried out the request.
MAY_HAVE_RUN_CODES: t.FrozenSet[str] = frozenset(${JSON.stringify(mayHaveRunCodes)})

#: The next step after an error, by its code.
REMEDIES: t.Mapping[str, str] = {
${remedies.map((pair) => `    ${pair.map((text) => JSON.stringify(text)).join(': ')},`).join('\n')}
}

IDEMPOTENCY_KEY_PATTERN = ${JSON.stringify(idempotencyKeyPattern)}
MAX_IDEMPOTENCY_KEY_LENGTH = ${limits.idempotencyKeyLength}
MAX_BATCH_MESSAGES = ${batchLimits.messages}
MAX_BODY_BYTES = ${batchLimits.bodyBytes}
#: Longer delays are cut to this many seconds.
MAX_RETRY_AFTER = ${longestRetryAfter}
`;

const renderClass = (types: Map<string, string>, resource: Resource): string => `class ${pascal(
  plural(resource),
)}:
    """${descriptions[resource]}."""

    def __init__(self, core: Core) -> None:
        self._core = core

${Object.entries<Operation>(contract[resource])
  .map(([name, operation]) => renderMethod(types, resource, name, operation))
  .join('\n')}`;

function renderMethod(
  types: Map<string, string>,
  resource: Resource,
  name: string,
  operation: Operation,
): string {
  const fields = listFields(operation);
  const inPath = fields.filter((field) => field.inPath);
  const others = fields.filter((field) => !field.inPath);
  const hasKey = takesIdempotencyKey(operation);
  const { output } = operation;
  const declared = output && declareAnswer(language, types, output, [resource, name]);
  // The module of the types quotes a type that it declares later.
  const answer = declared ? `types.${declared.replaceAll('"', '')}` : 'None';
  const parameters = [
    'self',
    ...inPath.map((field) => `${parameter(field)}: str`),
    ...(others.length > 0 || hasKey ? ['*'] : []),
    ...others.map((field) => declaration(types, resource, field)),
    ...(hasKey ? ['idempotency_key: t.Optional[str] = None'] : []),
  ];
  const says = [
    ...fields.map((field) => [parameter(field), explain(field, operation.input)] as const),
    ...(hasKey
      ? [['idempotency_key', 'Makes repeated calls run only once. Generated if None.'] as const]
      : []),
  ];
  const proof = findProof(operation);
  const nullable = others.filter(({ schema }) => schema.nullable).map(({ wire }) => wire);
  const call = [
    JSON.stringify(operation.method),
    renderPath(operation.path),
    ...(others.length > 0
      ? [
          `${choosePlace(operation)}={${others.map((field) => `${JSON.stringify(field.wire)}: ${parameter(field)}`).join(', ')}}`,
        ]
      : []),
    ...(nullable.length > 0 ? [`nullable=${JSON.stringify(nullable)}`] : []),
    ...(hasKey ? ['idempotency_key=key_or_new(idempotency_key)'] : []),
    ...(operation.safe ? ['safe=True'] : []),
    ...(proof ? [`proof=(${JSON.stringify(proof.wire)}, ${jsonTypes[proof.type]})`] : []),
  ];
  return `    def ${identifier(snake(name))}(
${lines(parameters, 8)}
    ) -> ${answer}:
        """${operation.description}.
${says.length > 0 ? `\n        Args:\n${says.map(([argument, text]) => `            ${argument}: ${text}`).join('\n')}\n` : ''}
        Raises:
            ApiError: ${operation.errors.length > 0 ? `${operation.errors.join(', ')}, or an error that any call can get.` : 'an error that any call can get.'}
            NetworkError: no response arrived.
        """
        ${operation.output ? 'return ' : ''}self._core.request(
${lines(call, 12)}
        )
`;
}

function declaration(types: Map<string, string>, resource: Resource, field: Field): string {
  // The client leaves out None only in the messages of a batch.
  const toType = (schema: Schema) =>
    inputType(types, schema, pascal(resource), field.wire === 'messages');
  const list = toType(field.schema);
  const bare = field.items ? `t.Union[${toType(field.items)}, ${list}]` : list;
  const type = bare.replace(/\b\w+Input\b/, 'types.$&');
  if (field.required) return `${parameter(field)}: ${type}`;
  return field.schema.nullable
    ? `${parameter(field)}: t.Union[${type.replace(/^t\.Union\[(.*)\]$/, '$1')}, None, Omitted] = OMITTED`
    : `${parameter(field)}: t.Optional[${type}] = None`;
}

const jsonTypes = {
  object: 'dict',
  array: 'list',
  string: 'str',
  boolean: 'bool',
  integer: 'int',
  number: '(int, float)',
};

const parameter = ({ name }: Field): string => identifier(snake(name));

const renderPath = (path: string): string =>
  path.includes('{')
    ? `f"${path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const argument = identifier(snake(name));
        return `{quote('${argument}', ${argument})}`;
      })}"`
    : JSON.stringify(path);

const lines = (items: readonly string[], indent: number): string =>
  items.map((item) => `${' '.repeat(indent)}${item},`).join('\n');

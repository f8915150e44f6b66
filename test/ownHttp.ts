/**
 * Zapier's runtime replaces `request` of Node's HTTP modules by one that knows two of its three
 * forms. The modules are the same for all test files of a worker, so each starts with Node's own.
 * They are not imported here: an import would keep the replaced one for the imports after it.
 */
const own = Symbol.for('textloom.ownRequest');

interface Patchable {
  request: unknown;
  patchedByZapier?: boolean;
  [own]?: unknown;
}

for (const name of ['node:http', 'node:https']) {
  const patchable = process.getBuiltinModule(name) as unknown as Patchable;
  patchable[own] ??= patchable.request;
  patchable.request = patchable[own];
  delete patchable.patchedByZapier;
}

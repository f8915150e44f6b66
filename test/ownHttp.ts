/**
 * Zapier's runtime replaces `request` of Node's HTTP modules with a version that supports only two
 * of its three forms. All test files of a worker share these modules, so each file starts by
 * restoring Node's own version. This file does not import them, because an import would keep the
 * replaced version for later imports.
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

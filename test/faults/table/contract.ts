import type { Fault } from '../fault.ts';

const laws = 'test/contract/laws.test.ts';
const wire = { file: 'shared/contract/wire.ts', suite: 'test/contract/wire.test.ts' };
const schemas = {
  file: 'shared/contract/jsonSchema.ts',
  suite: 'test/contract/jsonSchema.test.ts',
};
const contact = { file: 'shared/contract/contact.ts', suite: laws };
const document = { file: 'shared/openapi/index.ts', suite: 'test/openapi/document.test.ts' };
const docs = 'test/service/docs/docs.test.ts';

// prettier-ignore
export const contract: readonly Fault[] = [
  { ...contact, find: "first_name: { ...details.first_name, nullable: true },", plant: "first_name: details.first_name,", harm: 'wrong', why: 'a first name cannot be emptied', suite: 'test/service/pglite/contacts.test.ts', only: 'is found, changed and deleted' },
  { ...contact, find: "path: '/contacts/{id}',\n    summary: 'Update contact',", plant: "path: '/contacts/{contact_id}',\n    summary: 'Update contact',", harm: 'wrong', why: 'an update lacks a field of its address' },
  { ...contact, find: "path: '/contacts/import',", plant: "path: '/contacts',", harm: 'wrong', why: 'an import has the address of another operation' },
  { ...contact, find: "required: ['source', 'at'],", plant: "required: ['source', 'when'],", harm: 'wrong', why: 'consent requires a field that does not exist' },
  { ...contact, find: "summary: 'Get contact',", plant: "summary: 'Get a contact.',", harm: 'wrong', why: 'the names of operations are inconsistent' },
  { ...contact, find: "examples: ['ada@example.com'],", plant: "examples: ['ada'],", harm: 'wrong', why: 'an example is not accepted' },
  { ...contact, find: "errors: ['invalid_cursor'],", plant: "errors: ['invalid_cursor', 'unauthenticated'],", harm: 'wrong', why: 'an error is reported twice' },
  { ...wire, find: "schema.properties[ours]", plant: "undefined", harm: 'wrong', why: 'an error within an object names the wire name of a field' },
  { ...wire, find: "direction === 'in' ? ours : wireName(schema, head)", plant: "ours", harm: 'wrong', why: 'an error names a field by a name that the sender does not know' },
  { ...wire, find: "below(schema).every((property) => property.wire === undefined && isPlain(property));", plant: "below(schema).every((property) => property.wire === undefined);", harm: 'wrong', why: 'nested fields do not have the wire names' },
  { ...schemas, find: "...(closed && { additionalProperties: false }),", plant: "", harm: 'wrong', why: 'a misspelled field is ignored' },
  { ...schemas, find: "values && { enum: nullable ? [...values, null] : values }", plant: "values && { enum: values }", harm: 'wrong', why: 'null is refused although it clears a field' },
  { ...schemas, find: "...(required && { required: required.map((name) => wireName(schema, name)) }),", plant: "", harm: 'wrong', why: 'a message without text is accepted' },
  { ...schemas, find: "...(maxLength !== undefined && { maxLength }),", plant: "", harm: 'limit', why: 'fields have no maximum length' },
  { ...schemas, find: "...(maxItems !== undefined && { maxItems }),", plant: "", harm: 'limit', why: 'a batch may have any number of messages' },
  { ...schemas, find: "...(exactlyOne ? [", plant: "...(exactlyOne && !exactlyOne ? [", harm: 'wrong', why: 'a message may name two recipients' },
  { file: 'shared/contract/operation.ts', find: " && !repeatable", plant: "", harm: 'sent twice', why: 'a repeated claim gets the stored response, although another process has handled the event', suite: 'test/service/pglite/retries.test.ts', only: 'gets the current state' },
  { file: 'shared/contract/operation.ts', find: "method === 'POST' && !safe", plant: "method === 'PATCH' && !safe", harm: 'sent twice', why: 'idempotency keys have no effect', suite: 'test/service/pglite/messages.test.ts', only: 'makes a repeated request get' },
  { file: 'shared/contract/limits.ts', find: "idempotencyHours: {\n    value: 24,", plant: "idempotencyHours: {\n    value: 12,", harm: 'sent twice', why: 'an idempotency key is forgotten after half a day', suite: 'test/service/dispatch/sweep.test.ts' },
  { file: 'shared/contract/contact.ts', find: "maxItems: limits.listsOfContact", plant: "maxItems: 100", harm: 'wrong', why: 'an update cannot keep a contact on all of its lists', suite: 'test/service/pglite/contacts.test.ts', only: 'as many lists after one update' },
  { ...document, suite: 'test/e2e/openapiTools.slow.test.ts', find: "security: [{ apiKey: [] }],", plant: "security: [],", harm: 'wrong', why: 'the document says that no request needs a key', only: 'find nothing in our document' },
  { ...document, find: "webhooks: Object.fromEntries(eventTypes.map(", plant: "webhooks: Object.fromEntries(eventTypes.slice(1).map(", harm: 'wrong', why: 'the document leaves out an event', only: 'describes every operation' },
  { ...document, file: 'shared/openapi/requests.ts', find: "return jsonSchema({ ...input, properties, ...(required && { required }) }, { closed: true });", plant: "return jsonSchema({ ...input, properties, ...(required && { required }) }, { closed: false });", harm: 'wrong', why: 'the document accepts misspelled fields', only: 'lets no body have an undocumented field' },
  { ...schemas, find: "&& { allOf: choices }),", plant: "&& Object.assign({}, ...choices)),", harm: 'wrong', why: 'a generated client does not check the types of the fields of a message', suite: 'test/openapi/document.test.ts', only: 'next to a choice' },
  { ...document, file: 'shared/openapi/components.ts', find: "...(nullable ? { anyOf: [$ref, { type: 'null' }] } : $ref),", plant: "...$ref,", harm: 'wrong', why: 'generated clients refuse a response with null', suite: 'test/service/pglite/messages.test.ts', only: 'a preview of a short text' },
  { file: 'service/docs/renderFields.ts', find: "isErrorCode(one) && all", plant: "!isErrorCode(one) && all", harm: 'wrong', why: 'nobody finds out what a message error means', suite: docs, only: 'explains the statuses' },
  { file: 'service/docs/html.ts', find: "'<': '&lt;',", plant: "'<': '<',", harm: 'leaked', why: 'a page runs injected code', suite: docs, only: 'escapes' },
  { file: 'service/docs/html.ts', find: "\"'\": '&#39;',", plant: "\"'\": \"'\",", harm: 'leaked', why: 'injected text can escape from an attribute of a page', suite: docs, only: 'escapes' },
  { file: 'service/docs/serveDocs.ts', find: "\"default-src 'none'\",", plant: "\"default-src *\",", harm: 'leaked', why: 'pages may load anything', suite: docs, only: 'allows /docs to load only' },
  { file: 'service/docs/serveDocs.ts', find: "`script-src 'sha256-${hash(closeMenu)}'`", plant: "\"script-src 'unsafe-inline'\"", harm: 'leaked', why: 'injected code runs on a page', suite: docs, only: 'only its own script' },
  { file: 'service/docs/sendTagged.ts', find: "one.replace(/^W\\//, '') === etag", plant: "one === etag", harm: 'wrong', why: 'behind a proxy, unchanged pages are sent again and again', suite: docs, only: 'responds with 304' },
  { file: 'service/docs/serveDocs.ts', find: 'const maxPathLength = 200;', plant: 'const maxPathLength = 20_000;', harm: 'down', why: 'long paths of documents that do not exist stop the process for everyone', suite: docs, only: 'looks for no page' },
  { file: 'service/docs/serveDocs.ts', find: "if (!errorPages.has(code))", plant: "if (false)", harm: 'down', why: 'an unknown error page responds with 500', suite: docs, only: 'responds with 404' },
  { file: 'service/docs/renderReference.ts', find: "<h3 id=\"${operationId}\"><a class=\"anchor\"", plant: "<h3><a class=\"anchor\"", harm: 'wrong', why: 'links to operations lead nowhere', suite: docs, only: 'describes every operation' },
  { file: 'service/docs/renderReference.ts', find: "<a href=\"/errors\">the error</a>", plant: "<a href=\"/error\">the error</a>", harm: 'wrong', why: 'a link in the reference is broken', suite: docs, only: 'without broken links' },
  { file: 'shared/openapi/requests.ts', find: '    pattern: idempotencyKeyPattern,\n', plant: '', harm: 'wrong', why: 'the OpenAPI document allows idempotency keys that the service rejects', suite: 'test/openapi/document.test.ts', only: 'accepts the idempotency key' },
  { file: 'shared/openapi/responses.ts', find: 'codes.some(hasRetryAfter)', plant: "codes.some((code) => 'retryable' in errors[code])", harm: 'wrong', why: 'the OpenAPI document hides how long to wait for another verification code', suite: 'test/openapi/retryAfter.test.ts' },
  { file: 'service/handlers/message.ts', find: "normalizeIdempotencyKey(written) ??", plant: "(written.trim() && written) ||", harm: 'sent twice', why: 'a batch sends a message again whose idempotency key has a space at its end', suite: 'test/service/pglite/messages.test.ts', only: 'keys of its rows as those' },
  { file: 'service/store/migrations/0059_batch_keys.ts', find: "or key like '% '", plant: "", harm: 'sent twice', why: 'a batch that is repeated after an upgrade sends a message again whose key has a space at its end', suite: 'test/e2e/service/migrations.pglite.test.ts', only: 'keys of batches' },
  { file: 'service/handlers/message.ts', find: 'message: null, problem, replayed: false };', plant: 'message: null, problem: null, replayed: false };', harm: 'lost', why: 'a batch does not say why it rejected a message', suite: 'test/e2e/openapiTools.slow.test.ts', only: 'a batch gets' },
  { file: 'service/docs/site/readSite.ts', find: "        'docs/rotate-a-key.md',\n", plant: '', harm: 'wrong', why: 'the service does not show a page of its documentation', suite: 'test/docs.test.ts', only: 'README lists' },
  { file: 'service/docs/site/resolveLink.ts', find: 'return isAsset(file) ? file : undefined;', plant: 'return file;', harm: 'leaked', why: 'anyone can read the files of the service', suite: docs, only: 'responds to /docs/files' },
  { file: 'service/docs/site/resolveLink.ts', find: 'if (page) return page.path + hash;', plant: 'if (page) return page.path;', harm: 'wrong', why: 'links to a heading open the start of a page', suite: 'test/service/docs/docSite.test.ts', only: 'keeps the heading' },
  { file: 'service/docs/site/renderMarkdown.ts', find: 'times === 0 ? slug : `${slug}-${times}`', plant: 'slug', harm: 'wrong', why: 'a link to the second heading with the same name opens the first', suite: 'test/service/docs/docSite.test.ts', only: 'headings' },
  { file: 'service/docs/origin.ts', find: "if (publicUrl !== '') return publicUrl;", plant: '', harm: 'wrong', why: 'samples contain an address that readers cannot reach', suite: docs, only: 'public URL' },
  { file: 'service/docs/origin.ts', find: '/^[\\w.-]{1,253}(?::\\d{1,5})?$|', plant: '/^.+$|', harm: 'forged', why: 'a link to a page can add a command to its samples', suite: 'test/service/docs/docSite.test.ts', only: 'the URL in samples' },
];

import { limitCreation, listInput, pageOf, timestamp } from './fields.ts';
import { limits } from './limits.ts';
import { operation, scopes } from './operation.ts';
import { record, schema, type Infer } from './schema.ts';

const operationName = schema({
  type: 'string',
  title: 'Operation',
  description: 'What somebody did: the resource and the operation, such as key.rotate',
  minLength: 1,
  maxLength: 64,
  examples: ['key.rotate'],
});
const resourceId = schema({
  type: 'string',
  title: 'Resource ID',
  description:
    'ID of the resource that changed or was exported, the name of a carrier, or the prefix of a range of numbers',
  minLength: 1,
  maxLength: 64,
  examples: ['key_01JZ3K8QW5T4V9XH2M6N7P8R0S'],
});
const keyId = schema({
  type: 'string',
  title: 'Key ID',
  description: 'ID of the API key that made the request',
  minLength: 1,
  maxLength: 64,
  examples: ['key_01JZ3K8QW5T4V9XH2M6N7P8R1T'],
});
const outcome = schema({
  type: 'string',
  title: 'Outcome',
  description: `Result of the request: \`started\` means that a request with several steps has begun, \`failed\` means that it ended after it stored a part, and \`denied\` means that the key has expired, is revoked, or has too narrow a scope; for the same key, operation and address, each process adds at most one \`denied\` entry in ${limits.deniedMinutes} minutes`,
  enum: ['succeeded', 'started', 'failed', 'denied'],
  examples: ['succeeded'],
});

export const auditEntrySchema = record({
  title: 'Audit Entry',
  properties: {
    id: { type: 'string', title: 'ID', examples: ['aud_01JZ3K8QW5T4V9XH2M6N7P8R0S'] },
    operation: operationName,
    outcome,
    actor: {
      type: 'string',
      description:
        'Who did it: an API key, somebody at the command line of the service, or the service when it started',
      enum: ['key', 'command_line', 'service'],
      examples: ['key'],
    },
    key_id: { ...keyId, nullable: true },
    key_name: {
      type: 'string',
      description: 'Name of this API key at that time',
      nullable: true,
      examples: ['Order workflow'],
    },
    key_scope: {
      type: 'string',
      description: 'Scope of this API key',
      enum: scopes,
      nullable: true,
      examples: ['admin'],
    },
    resource_id: { ...resourceId, nullable: true },
    fields: {
      type: 'array',
      title: 'Fields',
      description: 'Names of the fields in the request, without their values',
      items: { type: 'string', title: 'Field', examples: ['overlap_hours'] },
      examples: [['overlap_hours']],
    },
    request_id: {
      type: 'string',
      title: 'Request ID',
      description: 'Request-Id of the response, if there was a request',
      nullable: true,
      examples: ['req_01JZ3K8QW5T4V9XH2M6N7P8R0S'],
    },
    ip_address: {
      type: 'string',
      title: 'IP Address',
      description: 'IP address that the request came from',
      nullable: true,
      examples: ['192.0.2.10'],
    },
    created_at: timestamp,
  },
});
export type AuditEntry = Infer<typeof auditEntrySchema>;

export const audit = {
  list: operation({
    method: 'GET',
    path: '/audit_log',
    summary: 'Get audit log',
    description:
      'Lists who did what with which key, newest first; the API cannot change or delete an entry, and the service deletes old entries after a time that the operator sets',
    scope: 'admin',
    input: listInput({
      key_id: { ...keyId, description: 'Only what this API key did' },
      operation: { ...operationName, description: 'Only this operation, such as key.rotate' },
      resource_id: {
        ...resourceId,
        description: 'Only what happened to the resource with this ID',
      },
      outcome: { ...outcome, description: 'Only entries with this outcome' },
      ...limitCreation('Only entries created'),
    }),
    output: pageOf(auditEntrySchema),
    status: 200,
    errors: ['invalid_cursor'],
  }),
};

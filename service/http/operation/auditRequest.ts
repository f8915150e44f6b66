import { isAudited, pathFields, type AuditEntry, type Operation } from '@textloom/shared/contract';
import type { FastifyRequest } from 'fastify';
import type { Denial } from '../../audit/denials.ts';
import { recordAudit, type AuditedKey, type AuditRecord } from '../../audit/recordAudit.ts';
import type { Db, Trx } from '../../store/database.ts';
import type { AuthenticatedCaller } from '../authenticate.ts';
import { clientAddress, withoutPort } from '../clientAddress.ts';

/** A valid request. */
export interface ValidRequest {
  readonly request: FastifyRequest;
  readonly caller: AuthenticatedCaller;
  readonly value: unknown;
}

interface Done {
  readonly operation: Operation;
  readonly trx: Db | Trx;
  readonly now: Date;
  readonly outcome?: AuditEntry['outcome'];
  /** The response, if there is one. */
  readonly body?: unknown;
  /** The ID that the handler named. */
  readonly concerned?: string | undefined;
}

/** Returns what the audit log says about where a request came from. */
const originOfRequest = ({
  id,
  ip,
  routeOptions,
}: FastifyRequest): Required<Pick<AuditRecord, 'operation' | 'requestId' | 'ipAddress'>> => ({
  operation: routeOptions.config.operation ?? 'unknown',
  requestId: id,
  ipAddress: withoutPort(ip),
});

/** Returns the denial of a request that a key may not make. */
export const toDenial = (request: FastifyRequest, accountId: string, by: AuditedKey): Denial => ({
  ...originOfRequest(request),
  client: clientAddress(request.ip),
  accountId,
  by,
});

/**
 * Records a request in the audit log, in the transaction of its change, if its operation is one of
 * those that the contract wants there. An operation that runs many requests in one transaction
 * cannot be audited.
 */
export async function auditRequest(
  { request, caller, value }: ValidRequest,
  { operation, trx, now, outcome, body, concerned }: Done,
): Promise<void> {
  if (!isAudited(operation)) return;
  const inPath = pathFields(operation.path);
  await recordAudit(trx, {
    ...originOfRequest(request),
    accountId: caller.account.id,
    by: caller,
    ...(outcome && { outcome }),
    resourceId: concerned ?? findResource(request.params, body),
    fields: Object.keys(value as object).filter((name) => !inPath.includes(name)),
    now,
  });
}

/** A contact can be in the path with its phone number, which the audit log must not contain. */
const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z]{3}_[0-9A-Z]{26}$/.test(value);

function findResource(params: unknown, body: unknown): string | undefined {
  const { id, ...named } = (params ?? {}) as Readonly<Record<string, string>>;
  if (isId(id)) return id;
  const made = (body as { readonly id?: unknown } | undefined)?.id;
  // Carriers have names, and ranges of numbers have prefixes.
  return isId(made) ? made : Object.values(named)[0];
}

import { basePath, headers as names } from '@textloom/shared/contract';
import { openApiDocument } from '@textloom/shared/openapi';
import { version } from '../../../service/lib/version.ts';
import { readDocument, type ApiResponse, type ApiDocument } from '../../openapi/readDocument.ts';

export type { ApiResponse };

const document: object = openApiDocument({ version, serverUrl: basePath });
const reader = readDocument(document as ApiDocument);

/** Returns what violates the OpenAPI document in the response to any request, or an empty list. */
export function findResponseFaults(method: string, url: string, response: ApiResponse): string[] {
  const path = url.split('?')[0]!;
  const operation = isReadable(path) ? reader.operationAt(method, path) : undefined;
  const onlyHead = method === 'HEAD';
  const found = [
    ...(response.status >= 500 ? ['a failure of the service'] : []),
    ...(operation
      ? reader.findResponseFaults(operation, response, onlyHead)
      : findUndocumentedFaults(path, response, onlyHead)),
    ...(response.status >= 400 && !onlyHead ? findProblemFaults(response) : []),
  ];
  return found.map(
    (fault) => `${method} ${url.slice(0, 200)} returned ${response.status}: ${fault}`,
  );
}

/**
 * The service rejects an unreadable path before authentication, so the request counts against no
 * rate limit.
 */
function isReadable(path: string): boolean {
  try {
    return path.split('/').every((step) => decodeURIComponent(step).length <= 300);
  } catch {
    return false;
  }
}

/**
 * Expects a problem if the document has no operation for the request. Only paths outside the API
 * can succeed.
 */
function findUndocumentedFaults(path: string, response: ApiResponse, onlyHead: boolean): string[] {
  const { status, headers, body } = response;
  const isApi = path.startsWith(`${basePath}/`);
  const due = [
    names.requestId,
    ...(isApi && isReadable(path) ? [names.rateLimit, names.rateLimitPolicy] : []),
    ...(status === 429 || status === 503 ? [names.retryAfter] : []),
  ];
  const missing = due.filter((name) => !headers[name.toLowerCase()]).map((name) => `no ${name}`);
  if (status < 400)
    return isApi ? [...missing, 'a success that the document does not describe'] : missing;
  if (onlyHead) return missing;
  const { 'content-type': type } = headers;
  return [
    ...missing,
    ...(type?.startsWith('application/problem+json') ? [] : [`a problem of type ${String(type)}`]),
    ...reader.listFaults(['components', 'schemas', 'Problem'], body),
  ];
}

function findProblemFaults({ status, headers, body }: ApiResponse): string[] {
  const problem = body as { readonly status?: number; readonly request_id?: string } | undefined;
  return [
    ...(problem?.status === status ? [] : [`a problem that says ${String(problem?.status)}`]),
    ...(problem?.request_id === headers[names.requestId.toLowerCase()]
      ? []
      : ['another request ID']),
  ];
}

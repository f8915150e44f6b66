import type { ErrorCode } from '@textloom/shared/contract';
import { toProblem, problemToWire } from '../errors/toProblem.ts';
import { ServiceError, type FieldError } from '../errors/serviceError.ts';
import { errorPages } from './errorPages.ts';
import { html, type Html } from './html.ts';
import { listProblemCodes, listRoutes, type OpenApi } from './openApi.ts';
import { renderPage } from './renderPage.ts';
import { generatedPages, type Site } from './site/readSite.ts';

export const linkToError = (code: string): Html =>
  html`<a href="/errors/${code}"><code>${code}</code></a> ${errorPages.get(code)?.title}`;

/** Renders the page of an error. */
export function renderError(site: Site, document: OpenApi, code: string): string {
  const { title, remedy, status, isMessageError, retryable } = errorPages.get(code)!;
  return renderPage({
    site,
    path: generatedPages.errors.path,
    title,
    description: remedy,
    main: html`<p class="crumb"><a href="/errors">Errors</a></p>
      <h1>${title}</h1>
      <p class="facts">
        <code>${code}</code>
        ${status !== undefined && html`<span>HTTP ${status}</span>`}
        ${isMessageError && html`<span>In <code>error</code> of a message</span>`}
        ${retryable && html`<span>Can succeed later</span>`}
      </p>
      <h2>What to do</h2>
      <p class="lead">${remedy}</p>
      ${renderWhere(document, code)}
      ${
        status !== undefined &&
        html`<h2>Example response</h2>
          <pre
            tabindex="0"
          ><code>${JSON.stringify(problemToWire(buildExample(code as ErrorCode)), null, 2)}</code></pre>
          <p>
            Each item of <code>errors</code> names a field by its JSON Pointer. When you report a
            problem, include the <code>request_id</code>, which is also in the log.
          </p>`
      }`,
  });
}

function renderWhere(document: OpenApi, code: string) {
  const routes = listRoutes(document);
  const operations = routes.filter(({ operation }) =>
    listProblemCodes(document, operation).includes(code),
  );
  if (operations.length === 0) return undefined;
  const keyed = routes.filter(({ operation }) => !operation.security);
  return html`<h2>Where it happens</h2>
    ${
      operations.length >= keyed.length
        ? html`<p>Any request can get this response.</p>`
        : html`<ul>
            ${operations.map(
              ({ operation: { operationId, summary } }) =>
                html`<li>
                  <a href="${generatedPages.reference.path}#${operationId}">${summary}</a>
                </li>`,
            )}
          </ul>`
    }`;
}

/** Renders the list of all error pages: first those of requests, then those of messages. */
export function renderErrorIndex(site: Site): string {
  const all = [...errorPages];
  const list = (entries: typeof all) =>
    html`<ul class="index">
      ${entries.map(
        ([code, { title, status }]) =>
          html`<li>
            <a href="/errors/${code}">${title}</a
            ><span><code>${code}</code>${status !== undefined && ` ${status}`}</span>
          </li>`,
      )}
    </ul>`;
  const { path, label, summary } = generatedPages.errors;
  return renderPage({
    site,
    path,
    title: label,
    description: summary,
    main: html`<h1>${label}</h1>
      <p class="lead">${summary}</p>
      <h2>Errors of requests</h2>
      ${list(all.filter(([, { status }]) => status !== undefined))}
      <h2>Errors of messages</h2>
      <p>These codes are in <code>error</code> of a message that did not arrive.</p>
      ${list(all.filter(([, { isMessageError }]) => isMessageError))}`,
  });
}

const buildExample = (code: ErrorCode) =>
  toProblem(
    new ServiceError(code, { fieldErrors: code === 'validation_failed' ? [missingText] : [] }),
    'req_01JZ3K8QW5T4V9XH2M6N7P8R0S',
  );
const missingText: FieldError = { pointer: '/text', code: 'required', detail: 'is required' };

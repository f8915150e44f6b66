import { authentication, commonErrors, headers, limits } from '@textloom/shared/contract';
import { buildExample } from './buildExample.ts';
import { html, prose, type Html } from './html.ts';
import {
  listResponses,
  listParameters,
  listProblemCodes,
  listRoutes,
  type ApiSchema,
  type OpenApi,
  type Route,
} from './openApi.ts';
import { linkToError } from './renderErrors.ts';
import { renderFields, renderProperties, describeType } from './renderFields.ts';
import { renderPage } from './renderPage.ts';
import { renderSamples } from './renderSamples.ts';
import { generatedPages, type Site } from './site/readSite.ts';

/** Renders the whole OpenAPI document as one page. */
export function renderReference(site: Site, document: OpenApi): string {
  const { info, tags, webhooks, components } = document;
  const routes = listRoutes(document);
  const groups = tags.map((tag) => ({
    ...tag,
    routes: routes.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  return renderPage({
    site,
    path: generatedPages.reference.path,
    title: generatedPages.reference.label,
    description: info.description,
    parts: [
      ...groups.map(({ name, routes }) => ({
        id: name,
        text: objectTitle(name),
        parts: routes.map(({ operation }) => ({
          id: operation.operationId,
          text: operation.summary,
        })),
      })),
      { id: 'events', text: 'Events' },
      { id: 'objects', text: 'Objects' },
    ],
    main: html`<h1>${generatedPages.reference.label}</h1>
      <p class="lead">${info.description}. Version ${info.version}.</p>
      <p>
        For your own tools, download the
        <a href="${document.servers[0]!.url}/openapi.json">OpenAPI document</a>.
      </p>
      ${renderBasics()}
      ${groups.map(
        ({ name, description, routes }) =>
          html`<section>
            <h2 id="${name}">${objectTitle(name)}</h2>
            <p>${description}.</p>
            ${routes.map((route) => renderOperation(document, route))}
          </section>`,
      )}
      <section>
        <h2 id="events">Events</h2>
        <p>
          The service posts events to a <a href="#webhook">webhook</a>, signed by Standard Webhooks
          1.0.
        </p>
        ${Object.values(webhooks).map(
          ({ post }) =>
            html`<article>
              <h3 id="${post.operationId}">${post.summary}</h3>
              <p>${post.description}.</p>
              <p>Body: ${describeType(post.requestBody!.content['application/json']!.schema)}</p>
            </article>`,
        )}
      </section>
      <section>
        <h2 id="objects">Objects</h2>
        ${Object.entries(components.schemas).map(([name, schema]) =>
          renderObject(document, name, schema),
        )}
      </section>`,
  });
}

const renderBasics = (): Html =>
  html`<section>
    <h2 id="basics">Making a request</h2>
    <p>
      The samples read the API key from the environment. Set it once, to a key from the console or
      to the key that the first start printed. The samples for Node.js, Python and PHP use the
      <a href="/docs#api">clients</a>.
    </p>
    <pre tabindex="0"><code>export TEXTLOOM_API_KEY=tl_admin_…</code></pre>
    <ul>
      <li>
        Every request carries the header
        <code>${authentication.header}: ${authentication.prefix}KEY</code>. A key has the scope
        <code>read</code>, <code>send</code>, or <code>admin</code>. Each scope includes the ones
        before it.
      </li>
      <li>
        A POST with an <code>${headers.idempotencyKey}</code> runs only once. For
        ${limits.idempotencyHours} hours, a repeated request gets the first response again.
      </li>
      <li>
        Lists have pages. While <code>has_more</code> is true, send <code>next_cursor</code> of the
        response as <code>cursor</code> of the next request, even after an empty page.
      </li>
      <li>
        Errors are <code>application/problem+json</code>. The <code>type</code> links to a page
        about <a href="/errors">the error</a>. Any request can get these errors:
        ${renderErrorLinks(commonErrors)}
      </li>
    </ul>
  </section>`;

function renderOperation(document: OpenApi, route: Route): Html {
  const { method, path, operation } = route;
  const { operationId, summary, description, requestBody } = operation;
  const parameters = listParameters(document, operation);
  const errors = listProblemCodes(document, operation).filter((code) => !common.has(code));
  const body = requestBody?.content['application/json']?.schema;
  return html`<article>
    <h3 id="${operationId}"><a class="anchor" href="#${operationId}">${summary}</a></h3>
    <p class="route">
      <span class="method" data-method="${method}">${method}</span> <code>${path}</code>
    </p>
    <p>${prose(description)}.</p>
    ${renderSamples(document, route)}
    ${places.map(({ place, title }) => {
      const fields = parameters.filter((one) => one.in === place);
      return (
        fields.length > 0 &&
        html`<h4>${title}</h4>
          ${renderFields(fields)}`
      );
    })}
    ${
      body &&
      html`<h4>Body</h4>
        ${renderChoice(body)}${renderProperties(body)}`
    }
    <h4>Responses</h4>
    ${listResponses(document, operation).map(({ status, description, content }) => {
      const schema = content?.['application/json']?.schema;
      return (
        status.startsWith('2') &&
        html`<p>
            <code>${status}</code> ${description}${schema && html`: ${describeType(schema)}`}
          </p>
          ${schema?.properties && renderProperties(schema)}`
      );
    })}
    ${
      errors.length > 0 &&
      html`<h4>Errors</h4>
        ${renderErrorLinks(errors)}`
    }
  </article>`;
}

const common: ReadonlySet<string> = new Set(commonErrors);

const renderErrorLinks = (codes: readonly string[]): Html =>
  html`<ul class="errors">
    ${codes.map((code) => html`<li>${linkToError(code)}</li>`)}
  </ul>`;

const places = [
  { place: 'path', title: 'Path' },
  { place: 'query', title: 'Query' },
  { place: 'header', title: 'Headers' },
] as const;

const renderChoice = ({ allOf = [] }: ApiSchema) =>
  allOf.map(
    ({ oneOf }) =>
      oneOf &&
      html`<p>
        Exactly one of
        ${oneOf.map(({ required }, index) => [index > 0 && ', ', html`<code>${required?.[0]}</code>`])}.
      </p>`,
  );

const renderObject = (document: OpenApi, name: string, schema: ApiSchema): Html =>
  html`<article>
    <h3 id="${name}"><a class="anchor" href="#${name}">${name}</a></h3>
    ${
      schema.properties
        ? html`${renderProperties(schema)}
            <details>
              <summary>Example</summary>
              <pre
                tabindex="0"
              ><code>${JSON.stringify(buildExample(document, schema), null, 2)}</code></pre>
            </details>`
        : html`<p>${describeType(schema)}</p>`
    }
  </article>`;

const objectTitle = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatCurl } from './formatCurl.ts';
import { html, type Html } from './html.ts';
import type { OpenApi, Route } from './openApi.ts';

/** The languages with a client, and the names that readers know. */
export const sampleLanguages = { node: 'Node.js', python: 'Python', php: 'PHP' } as const;
export type SampleLanguage = keyof typeof sampleLanguages;
type Samples = Readonly<Record<string, Readonly<Record<SampleLanguage, string>>>>;

const generated: Samples = JSON.parse(
  readFileSync(join(import.meta.dirname, 'samples.generated.json'), 'utf8'),
) as Samples;

/** Renders a call of an operation with curl, and with the client of each language. */
export function renderSamples(document: OpenApi, route: Route): Html {
  const { operationId } = route.operation;
  const samples = generated[operationId];
  return html`<pre tabindex="0"><code class="curl">${formatCurl(document, route)}</code></pre>
    ${
      samples &&
      Object.entries(sampleLanguages).map(
        ([language, name]) =>
          html`<details name="${operationId}-sample">
            <summary>${name}</summary>
            <pre
              tabindex="0"
            ><code class="${language}">${samples[language as SampleLanguage]}</code></pre>
          </details>`,
      )
    }`;
}

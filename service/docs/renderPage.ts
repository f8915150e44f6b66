import { basePath, productName } from '@textloom/shared/contract';
import { html, type Html } from './html.ts';
import { style } from './style.ts';

interface Page {
  readonly title: string;
  readonly description: string;
  /** The sidebar, which moves above the main part on narrow screens. */
  readonly aside?: Html;
  readonly main: Html;
}

/** Renders a self-contained page. */
export const renderPage = ({ title, description, aside, main }: Page): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="${description}" />
        <link rel="icon" type="image/svg+xml" href="/console/icon.svg" />
        <title>${title} · ${productName}</title>
        ${{ markup: `<style>${style}</style>` }}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header>
          <a class="brand" href="/docs">${productName}</a>
          <nav aria-label="Site">
            <a href="/docs">API</a>
            <a href="/errors">Errors</a>
            <a href="${basePath}/openapi.json">OpenAPI</a>
            <a href="/console/">Console</a>
          </nav>
        </header>
        <div class="columns">
          ${aside}
          <main id="main">${main}</main>
        </div>
      </body>
    </html>`.markup;

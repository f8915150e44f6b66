import { productName } from '@textloom/shared/contract';
import { html, type Html } from './html.ts';
import type { Site } from './site/readSite.ts';
import { closeMenu, renderNavigation, type Part } from './site/renderNavigation.ts';
import { style } from './style.ts';

interface Page {
  readonly site: Site;
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** The parts that the navigation lists below the page. */
  readonly parts?: readonly Part[];
  readonly main: Html;
}

/** Renders a self-contained page. On narrow screens, a button opens the navigation. */
export const renderPage = ({ site, path, title, description, parts = [], main }: Page): string =>
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
          <div class="site">
            <a href="/docs">Docs</a>
            <a href="/console/">Console</a>
          </div>
          <button class="menu" popovertarget="menu">Menu</button>
        </header>
        <div class="columns">
          ${renderNavigation(site, path, parts)}
          <main id="main">${main}</main>
        </div>
        ${{ markup: `<script>${closeMenu}</script>` }}
      </body>
    </html>`.markup;

import { html } from '../html.ts';
import { renderPage } from '../renderPage.ts';
import type { Site } from './readSite.ts';
import { renderLinks } from './renderIndex.ts';

/** Renders the response to an unknown path, with the pages whose names share a word with it. */
export function renderMissing(site: Site, path: string): string {
  const words = path.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  const similar = site.sections
    .flatMap(({ links }) => links)
    .filter(({ path: known, label }) =>
      words.some((word) => word !== 'docs' && `${known} ${label}`.toLowerCase().includes(word)),
    );
  return renderPage({
    site,
    path: '',
    title: 'Page not found',
    description: 'Page not found',
    main: html`<h1>Page not found</h1>
      <p class="lead">
        The page may have moved. Choose another one in the navigation, or start at the
        <a href="/docs">overview</a>.
      </p>
      ${
        similar.length > 0 &&
        html`<h2>Pages with a similar name</h2>
          ${renderLinks(similar)}`
      }`,
  });
}

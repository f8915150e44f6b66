import { productName } from '@textloom/shared/contract';
import { html, type Html } from '../html.ts';
import { renderPage } from '../renderPage.ts';
import type { Link, Site } from './readSite.ts';

/** Renders the page that sends each reader to the right place. */
export function renderIndex(site: Site): string {
  const { sections } = site;
  return renderPage({
    site,
    path: '/docs',
    title: 'Documentation',
    description: `Everything about ${productName}`,
    main: html`<h1>${productName} documentation</h1>
      <p class="lead">
        ${productName} sends and receives text messages for automations, and follows each one until
        it reaches the handset.
      </p>
      ${sections
        .filter(({ links }) => links.length > 0)
        .map(
          ({ title, about, links }) =>
            html`<h2 id="${title.toLowerCase().replace(' ', '-')}">${title}</h2>
              <p>${about}</p>
              ${renderLinks(links)}`,
        )}`,
  });
}

export const renderLinks = (links: readonly Link[]): Html =>
  html`<ul class="cards">
    ${links.map(
      ({ path, label, summary }) =>
        html`<li>
          <a href="${path}">${label}</a>
          <p>${summary}</p>
        </li>`,
    )}
  </ul>`;

import { html, type Html } from '../html.ts';
import type { Heading } from './renderMarkdown.ts';
import type { Site } from './readSite.ts';

/** A part of the current page, with the parts below it. */
export interface Part extends Heading {
  readonly parts?: readonly Heading[];
}

/** Closes the menu after a link to a part of the same page, because the browser loads no page. */
export const closeMenu = `const menu = document.getElementById('menu');
menu.addEventListener('click', ({ target }) => target.closest('a') ? menu.hidePopover() : undefined);`;

/**
 * Renders the navigation of all pages, with the section of the current page open. Below the current
 * page, it lists the parts of that page.
 */
export const renderNavigation = (
  { sections }: Site,
  current: string,
  parts: readonly Part[],
): Html =>
  html`<nav class="contents" id="menu" popover="auto" aria-label="Documentation">
    <button class="menu" popovertarget="menu" popovertargetaction="hide">Close</button>
    <p><a href="/docs" ${current === '/docs' && ariaCurrent}>Overview</a></p>
    ${sections
      .filter(({ links }) => links.length > 0)
      .map(
        ({ title, links }) =>
          html`<details${links.some(({ path }) => path === current) && html` open="open"`}>
            <summary>${title}</summary>
            <ul>
              ${links.map(
                ({ path, label }) =>
                  html`<li>
                    <a href="${path}" ${path === current && ariaCurrent}>${label}</a>
                    ${path === current && renderParts(parts)}
                  </li>`,
              )}
            </ul>
          </details>`,
      )}
  </nav>`;

const ariaCurrent = html`aria-current="page"`;

const renderParts = (parts: readonly Part[]): Html | undefined =>
  parts.length > 0
    ? html`<ul>
        ${parts.map(
          ({ id, text, parts: below = [] }) =>
            html`<li><a href="#${id}">${text}</a>${renderParts(below)}</li>`,
        )}
      </ul>`
    : undefined;

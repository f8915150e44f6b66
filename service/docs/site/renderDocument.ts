import { renderPage } from '../renderPage.ts';
import type { Page, Site } from './readSite.ts';
import { renderMarkdown } from './renderMarkdown.ts';
import { resolveLink } from './resolveLink.ts';

/** Renders a Markdown file of the repository as a page. */
export function renderDocument(site: Site, page: Page): string {
  const { main, headings } = renderMarkdown(site.read(page), (link) =>
    resolveLink(site, page.file, link),
  );
  return renderPage({
    site,
    path: page.path,
    title: page.title,
    description: page.summary,
    parts: headings,
    main,
  });
}

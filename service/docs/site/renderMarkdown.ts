import { Marked, type Tokens } from 'marked';
import { html, type Html } from '../html.ts';
import { toPlain } from './readSummary.ts';

export interface Heading {
  readonly id: string;
  readonly text: string;
}

interface Rendered {
  readonly main: Html;
  /** The headings of the second level. */
  readonly headings: readonly Heading[];
}

/**
 * Renders a Markdown document as well-formed markup. Headings get the same IDs as on GitHub.
 * `resolve` turns the target of a link into one that works here.
 */
export function renderMarkdown(text: string, resolve: (link: string) => string): Rendered {
  const headings: Heading[] = [];
  const used = new Map<string, number>();
  const createId = (title: string): string => {
    const slug = toSlug(title);
    const times = used.get(slug) ?? 0;
    used.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  };
  const marked = new Marked({
    renderer: {
      heading(token) {
        const title = toPlain(token);
        const id = createId(title);
        if (token.depth === 2) headings.push({ id, text: title });
        const inner = { markup: this.parser.parseInline(token.tokens) };
        // A link in a heading cannot be inside another link.
        const content = token.tokens.some(({ type }) => type === 'link')
          ? inner
          : html`<a class="anchor" href="#${id}">${inner}</a>`;
        return `<h${token.depth} id="${id}">${token.depth === 1 ? inner.markup : content.markup}</h${token.depth}>\n`;
      },
      link(token) {
        const inner = { markup: this.parser.parseInline(token.tokens) };
        return html`<a href="${resolve(token.href)}">${inner}</a>`.markup;
      },
      image: ({ href, text: words }) =>
        html`<a class="shot" href="${resolve(href)}"
          ><img src="${resolve(href)}" alt="${words}" loading="lazy"
        /></a>`.markup,
      code: ({ text: code }) => `${html`<pre tabindex="0"><code>${code}</code></pre>`.markup}\n`,
      table(token) {
        const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const head = row(token.header, 'th');
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="wide" tabindex="0"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`;
      },
      br: () => '<br />',
      hr: () => '<hr />\n',
      // The only markup of the documents are comments.
      html: () => '',
    },
  });
  return { main: { markup: marked.parse(text, { async: false }) }, headings };
}

/** Returns the ID that GitHub gives to a heading. */
const toSlug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

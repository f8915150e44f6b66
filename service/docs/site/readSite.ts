import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSummary } from './readSummary.ts';

/** A page that the service renders from a Markdown file of the repository. */
export interface Page {
  /** The path of the file in the repository. */
  readonly file: string;
  /** The path of the page in the service. */
  readonly path: string;
  readonly title: string;
  /** The first sentences. */
  readonly summary: string;
}

export interface Section {
  readonly title: string;
  readonly about: string;
  /** The pages in the navigation. */
  readonly links: readonly Link[];
}

export interface Link {
  readonly path: string;
  readonly label: string;
  readonly summary: string;
}

export interface Site {
  readonly sections: readonly Section[];
  readonly pages: ReadonlyMap<string, Page>;
  /** Returns the text of a page. */
  readonly read: (page: Page) => string;
}

/** The paths of the pages that have no file, and what they are. */
export const generatedPages = {
  reference: {
    path: '/docs/reference',
    label: 'API reference',
    summary:
      'Every operation with its fields and errors, and samples for curl, Node.js, Python and PHP.',
  },
  errors: {
    path: '/errors',
    label: 'Errors',
    summary: 'The meaning of every error and what to do about it.',
  },
} satisfies Record<string, Link>;

/**
 * Finds the documents of a checkout, and assigns them to sections. New connectors, clients and
 * guides appear without a change here. An installation without documents has only the generated
 * pages.
 */
export function readSite(root: string): Site {
  const find = (pattern: string) =>
    globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] }).sort();
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const pages = new Map<string, Page>();
  const add = (file: string): Page => {
    const page = { file, path: toPagePath(file), ...readSummary(read(file)) };
    pages.set(page.path, page);
    return page;
  };
  const listed = (...files: readonly string[]): Link[] =>
    files
      .filter((file) => existsSync(join(root, file)))
      .map((file) => add(file))
      .map((page) => ({ ...page, label: shortenTitle(page.title) }));
  const sections = [
    {
      title: 'Get started',
      about: 'Send your first text, connect your tool, and install the service.',
      links: listed(...firstSteps),
    },
    {
      title: 'Connect',
      about: 'Send and receive texts in the automation tool that you use.',
      links: listed(...find('connectors/*/README.md')),
    },
    {
      title: 'API',
      about: 'Send and receive texts from your own code.',
      links: [
        ...listed('docs/api.md'),
        generatedPages.reference,
        generatedPages.errors,
        ...listed('docs/webhooks.md'),
        ...listed(...find('sdks/*/README.md')),
      ],
    },
    {
      title: 'Operation',
      about: 'Connect carriers, monitor Textloom, and choose its machines.',
      links: listed(
        'docs/carriers.md',
        'docs/us-registration.md',
        'docs/monitoring.md',
        'docs/sizing.md',
        'docs/scaling.md',
        'CHANGELOG.md',
      ),
    },
    {
      title: 'Features',
      about: 'How Textloom works, and how you change that.',
      links: listed(
        'docs/segments.md',
        'docs/conversations.md',
        'docs/opt-outs.md',
        'docs/personal-data.md',
        'docs/rotate-a-key.md',
        'docs/audit-log.md',
      ),
    },
    {
      title: 'Guides',
      about: 'Whole recipes, each with curl and with workflows that you can import.',
      links: listed(...find('docs/guides/*.md').filter((file) => !firstSteps.includes(file))).sort(
        (a, b) => (a.label < b.label ? -1 : 1),
      ),
    },
    {
      title: 'Runbook',
      about: 'What each alert means, and what you do.',
      links: listed(...find('docs/runbook/*.md'))
        .map((page) => ({ ...page, label: nameAlert(page) }))
        .sort((a, b) => (a.label < b.label ? -1 : 1)),
    },
  ];
  // The READMEs link to these pages.
  for (const file of find('{connectors,sdks}/*/*.md')) if (!pages.has(toPagePath(file))) add(file);
  return { sections, pages, read: ({ file }) => read(file) };
}

const firstSteps: readonly string[] = [
  'docs/guides/connect-n8n-or-zapier.md',
  'docs/guides/first-real-text.md',
  'docs/running.md',
];

/** Returns the path of a page: that of its file, without the folder `docs` or `connectors`. */
const toPagePath = (file: string): string =>
  `/docs/${file
    .replace(/^(?:docs|connectors)\//, '')
    .replace(/\/README\.md$/, '')
    .replace(/\.md$/, '')
    .toLowerCase()}`;

/** Returns the title of a page of the runbook after the name of its alert, which people seek. */
const nameAlert = ({ label, summary }: Link): string => {
  const [, alert] = /^Alert: (\w+)/.exec(summary) ?? [];
  return alert === undefined ? label : `${alert}: ${label}`;
};

/** Shortens a title such as "Textloom for Node.js", because all pages are about Textloom. */
const shortenTitle = (title: string): string => hosts[title] ?? title.replace(/^Textloom for /, '');

/** The hosts of packages whose README has the name of the package as its title. */
const hosts: Readonly<Record<string, string>> = {
  'n8n-nodes-textloom': 'n8n',
  'node-red-contrib-textloom': 'Node-RED',
};

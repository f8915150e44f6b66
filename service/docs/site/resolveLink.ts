import { posix } from 'node:path';
import type { Site } from './readSite.ts';

const repository = 'https://github.com/textloom/textloom';
/** Packages show their READMEs elsewhere, so these link to files and pictures by full URLs. */
const inRepository =
  /^https:\/\/(?:github\.com\/textloom\/textloom\/(?:blob|tree)|raw\.githubusercontent\.com\/textloom\/textloom)\/main\/(.*)$/;

/** Files of the repository that the service serves because pages link to them. */
const isAsset = (file: string): boolean =>
  /^docs\/screenshots\/.+\.png$|^docs\/operations\/[\w.-]+$|^connectors\/[\w-]+\/examples\/.+\.json$/.test(
    file,
  );

export const assetPath = '/docs/files/';

/** Returns the file behind the path of an asset, if the service serves it. */
export function assetAt(path: string): string | undefined {
  const file = posix.normalize(path);
  return isAsset(file) ? file : undefined;
}

/**
 * Turns a link of a Markdown file, which works on GitHub, into one that works on the pages of the
 * service. A link to any other file opens it on GitHub.
 */
export function resolveLink({ pages }: Site, from: string, link: string): string {
  if (link.startsWith('#')) return link;
  const [, full] = inRepository.exec(link) ?? [];
  if (full === undefined && /^[a-z]+:/i.test(link)) return link;
  const [path, anchor] = (full ?? link).split('#') as [string, string?];
  const file = full === undefined ? posix.join(posix.dirname(from), path) : posix.normalize(path);
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (file === 'README.md') return hash === '#guides' ? '/docs#guides' : '/docs';
  const page = [...pages.values()].find((one) => one.file === file);
  if (page) return page.path + hash;
  if (isAsset(file)) return assetPath + file;
  return `${repository}/${/\.\w+$|LICENSE$/.test(file) ? 'blob' : 'tree'}/main/${file}${hash}`;
}

import { readdir, readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface V8Report {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly ranges: readonly {
        readonly startOffset: number;
        readonly endOffset: number;
        readonly count: number;
      }[];
    }[];
  }[];
}

export interface Coverage {
  /** Holds the percentage of the lines with code that ran. */
  readonly percent: number;
  /** Lists the lines of which a part never ran, as `file:line`. */
  readonly missed: readonly string[];
}

/**
 * Returns the coverage of the sources in a process that wrote V8's coverage into the folder.
 *
 * @param bundle contains the paths of the module that ran and of its source map
 * @param isMeant returns whether a source counts, by its path in the map
 */
export async function readCoverage(
  reports: string,
  bundle: { readonly ran: string; readonly map: string },
  isMeant: (source: string) => boolean,
): Promise<Coverage> {
  const code = await readFile(bundle.ran, 'utf8');
  const counts = await readCounts(reports, bundle.ran, code.length);
  const map = new SourceMap(JSON.parse(await readFile(bundle.map, 'utf8')) as SourceMapPayload);
  const lines = new Map<string, boolean>();
  let offset = 0;
  for (const [line, text] of code.split('\n').entries()) {
    for (let column = 0; column < text.length; column++) {
      if (/[\s{}()[\];,]/.test(text[column]!)) continue;
      const entry = map.findEntry(line, column);
      if (!('originalSource' in entry) || !isMeant(entry.originalSource)) continue;
      const place = `${entry.originalSource}:${entry.originalLine + 1}`;
      lines.set(place, (lines.get(place) ?? true) && counts[offset + column]! > 0);
    }
    offset += text.length + 1;
  }
  const missed = [...lines].filter(([, isRun]) => !isRun).map(([place]) => place);
  return { percent: 100 * (1 - missed.length / lines.size), missed };
}

/** Counts how often each character ran. An inner range is more precise than an outer one. */
async function readCounts(reports: string, module: string, length: number): Promise<Uint32Array> {
  const total = new Uint32Array(length);
  for (const name of await readdir(reports)) {
    const { result } = JSON.parse(await readFile(join(reports, name), 'utf8')) as V8Report;
    const ranges = result
      .filter(({ url }) => url === pathToFileURL(module).href)
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
    const counts = new Uint32Array(length);
    for (const { startOffset, endOffset, count } of ranges)
      counts.fill(count, startOffset, endOffset);
    counts.forEach((count, at) => (total[at]! += count));
  }
  return total;
}

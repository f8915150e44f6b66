import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Keyword } from '../../../service/lib/keyword.ts';

/** A text that a person could send, with what the person means by it. */
export interface Phrase {
  readonly label: Keyword | 'harmless';
  readonly language: string;
  readonly text: string;
  /** Develop the rules on one half. Judge them by the other half. */
  readonly half: 'develop' | 'judge';
}

const folder = join(import.meta.dirname, 'corpus');

const unescape = (text: string): string =>
  text
    .replaceAll('\\n', '\n')
    .replace(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

function toPhrase(line: string): Phrase {
  const [label, language, text] = line.split('\t') as [Phrase['label'], string, string];
  const isOdd = createHash('sha256').update(text).digest()[0]! % 2 === 1;
  return { label, language, text: unescape(text), half: isOdd ? 'judge' : 'develop' };
}

/** Reads all phrases. Each line has a label, a language and a text, separated by tabs. */
export const readCorpus = (): readonly Phrase[] =>
  readdirSync(folder)
    .sort()
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'))
    .map(toPhrase);

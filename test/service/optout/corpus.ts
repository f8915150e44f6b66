import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Keyword } from '../../../service/lib/keyword.ts';

/** A text that a person could send, with what the person means by it. */
export interface Phrase {
  readonly label: Keyword | 'harmless';
  readonly language: string;
  readonly text: string;
  /** Develop the rules on one half, and learn from it. Judge them by the other half. */
  readonly half: 'develop' | 'judge';
}

const folder = join(import.meta.dirname, 'corpus');

const unescape = (text: string): string =>
  text
    .replaceAll('\\n', '\n')
    .replace(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

function toPhrase(line: string, half: Phrase['half']): Phrase {
  const [label, language, text] = line.split('\t') as [Phrase['label'], string, string];
  return { label, language, text: unescape(text), half };
}

export const readPhrases = (half: Phrase['half'], file: string): readonly Phrase[] =>
  readFileSync(join(folder, half, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => toPhrase(line, half));

/** Reads all phrases. Each line has a label, a language and a text, separated by tabs. */
export const readCorpus = (): readonly Phrase[] =>
  (['develop', 'judge'] as const).flatMap((half) =>
    readdirSync(join(folder, half))
      .sort()
      .flatMap((file) => readPhrases(half, file)),
  );

import { dutch } from './dutch.ts';
import { english } from './english/english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';
import type { Vocabulary } from './vocabulary.ts';

export const vocabularies: readonly Vocabulary[] = [
  english,
  spanish,
  french,
  german,
  italian,
  portuguese,
  dutch,
];

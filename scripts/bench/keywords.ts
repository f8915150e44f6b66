import { readCorpus } from '../../test/service/optout/corpus.ts';
import { compileKeywords } from '../../service/optout/compileKeywords.ts';
import { matchKeyword } from '../../service/optout/matchKeyword.ts';
import { median } from './median.ts';
import { table } from './table.ts';

/** The longest text that the service accepts. */
const longest = 1_600;
const target = 20;
const rounds = 9;
/** Rounds in which V8 compiles the code. They do not count, because a service runs for days. */
const warmUp = 6;

/** Returns the median of the microseconds of processor time per call. */
function measure(calls: number, work: () => void): number {
  for (let round = 0; round < warmUp; round++) work();
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / calls;
  });
  return median(times);
}

const perText = (texts: readonly string[]) =>
  measure(texts.length, () => {
    for (const text of texts) matchKeyword(text);
  });

/** Parts whose repetition makes patterns begin again and again. */
const hostile = [
  'stop ',
  'stop the ',
  'no mas ',
  'dont ',
  'unsubscribx ',
  's t o p ',
  'please ',
  '🛑',
];

/** Measures how long the search for keywords takes. */
export async function keywords(): Promise<boolean> {
  const texts = readCorpus().map(({ text }) => text);
  const long = Array.from({ length: 40 }, (_, at) =>
    texts
      .slice(at * 40)
      .join(' ')
      .slice(0, longest),
  );
  const mean = perText([...texts, ...long]);
  const own = { stop: ['no more fish'], start: ['fish again'], help: ['fish'] };
  const compile = measure(1_000, () => {
    for (let at = 0; at < 1_000; at++) compileKeywords(own);
  });
  const slowest = (length: number) =>
    Math.max(
      ...hostile.map((part) =>
        perText(Array.from({ length: 50 }, () => part.repeat(length).slice(0, length))),
      ),
    );
  const [half, full] = [slowest(longest / 2), slowest(longest)];
  const row = (texts: string, time: number) => ({ texts, 'µs per text': time.toFixed(1) });
  console.log(
    table([
      row(`the corpus and ${long.length} texts of ${longest} characters`, mean),
      row(`texts of ${longest} characters`, perText(long)),
      row(`the slowest hostile text of ${longest / 2} characters`, half),
      row(`the slowest hostile text of ${longest} characters`, full),
      row('compiling the keywords of an account', compile),
    ]),
  );
  // Twice the length takes twice the time, and not four times.
  return mean < target && full < 3 * half;
}

import { visitFeatures } from '../../service/optout/features.ts';
import { splitText } from '../../service/optout/splitText.ts';
import { readCorpus } from '../../test/service/optout/corpus.ts';

/** A feature must occur in this many texts. */
const fewestTexts = 2;
/** Keeps the weights small, so that they also serve unknown texts. */
const decay = 0.5;
const steps = 300;
const stepSize = 0.3;

/**
 * Learns the weights of `findLikely` from the texts to develop by: a logistic regression, with
 * Adagrad over all texts. The same texts always give the same weights.
 */
export function generateOptOutWeights(): Record<string, string> {
  const texts = readCorpus()
    .filter(({ half }) => half === 'develop')
    .map(({ text, label }) => ({
      features: listFeatures(text),
      isStop: Number(label === 'stop'),
    }));
  const names = frequentNames(texts.map(({ features }) => features));
  const indexByName = new Map(names.map((name, index) => [name, index]));
  const examples = texts.map(({ features, isStop }) => ({
    isStop,
    indexes: features.map((name) => indexByName.get(name)).filter((index) => index !== undefined),
  }));

  // The last weight is the bias.
  const weights = new Float64Array(names.length + 1);
  const squares = new Float64Array(weights.length).fill(1e-8);
  for (let step = 0; step < steps; step++) {
    const gradient = weights.map((weight) => decay * weight);
    gradient[names.length] = 0;
    for (const { isStop, indexes } of examples) {
      const odds = indexes.reduce((sum, index) => sum + weights[index]!, weights.at(-1)!);
      const error = 1 / (1 + Math.exp(-odds)) - isStop;
      for (const index of [...indexes, names.length]) gradient[index]! += error;
    }
    for (const [index, slope] of gradient.entries()) {
      squares[index]! += slope ** 2;
      weights[index]! -= (stepSize * slope) / Math.sqrt(squares[index]!);
    }
  }

  const rounded = names
    .map((name, index) => [name, round(weights[index]!)] as const)
    .filter(([, weight]) => weight !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const learned = { bias: round(weights.at(-1)!), weights: Object.fromEntries(rounded) };
  return { 'service/optout/weights.generated.json': `${JSON.stringify(learned, null, 1)}\n` };
}

const round = (weight: number): number => Math.round(weight * 20) / 20;

function listFeatures(text: string): readonly string[] {
  const names: string[] = [];
  visitFeatures(splitText(text), (first, second) => names.push(`${first} ${second}`.trimEnd()));
  return names;
}

/** Returns the features that occur in enough texts. */
function frequentNames(texts: readonly (readonly string[])[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const features of texts)
    for (const feature of new Set(features)) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= fewestTexts).map(([name]) => name);
}

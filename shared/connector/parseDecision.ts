import { restAfterKeyword } from './keywords.ts';

export interface ApprovalWords {
  readonly approve: readonly string[];
  /** If empty, no reply declines. */
  readonly decline: readonly string[];
}
interface Decision {
  readonly approved: boolean;
  /** What the reviewer wrote after the word. */
  readonly comment: string | null;
}

/**
 * Returns the decision in a reply, or undefined if the reply is unclear. The first word decides. After
 * an approval, only polite words may follow, as in "Yes please". Anything else can limit the approval,
 * take it back or ask something.
 */
export function parseDecision(written: string, words: ApprovalWords): Decision | undefined {
  const text = written.replace(signature, '');
  const approved = restAfterKeyword(text, words.approve);
  const declined = restAfterKeyword(text, words.decline);
  if (declined !== undefined && declined.length <= (approved?.length ?? Infinity))
    return isNoObstacle(declined) ? undefined : { approved: false, comment: commentIn(declined) };
  if (approved === undefined || !isPolite(approved)) return undefined;
  return { approved: true, comment: commentIn(approved) };
}

/**
 * The last line that mail apps add to a reply. Only a model may follow the device: "Galaxy S24". It
 * takes linear time, because strangers write replies.
 */
const signature =
  /\n[^\S\n]*sent from my (?:[\w-]+,? ){0,4}(?:android|device|galaxy|ipad|iphone|mobile|phone|smartphone)(?: (?=\w*\d)\w+)?\.?\s*$/i;

const politeWords = [
  'please',
  'please do',
  'thanks',
  'thank you',
  'thx',
  'and',
  'no problem',
  'go ahead',
  'do it',
  'ok',
  'okay',
  'yes',
  'sure',
  'approved',
  'great',
  'perfect',
  'sounds good',
  'see you',
  'see you tomorrow',
  'see you then',
  'see you there',
  'see you soon',
  'i will be there',
  "i['’]?ll be there",
  'got it',
  'i got it',
  'on it',
  "i['’]?m on it",
  'i am on it',
  'taking it',
  "i['’]?m taking it",
];
/** Punctuation, emoji that agree, and the parts of emoji. A question mark is not a sign of approval. */
const politeSign = String.raw`(?![?？؟¿⸮])[\s\p{P}]|[👍👌🙏✅✔☑💯🎉🚀💪🤝👏❤😀😃😄😁😊🙂\u{1F3FB}-\u{1F3FF}\u{FE0F}\u{200D}]`;
const politeWord = politeWords.join('|').replaceAll(' ', String.raw`\s+`);
const polite = new RegExp(
  String.raw`^(?:${politeSign}|(?<!\p{L})(?:${politeWord})(?![\p{L}\p{M}\p{N}]))*$`,
  'iu',
);
const isPolite = (rest: string): boolean => polite.test(rest);

/** "No problem" and the like begin with a decline word, but mean the opposite. */
const isNoObstacle = (rest: string): boolean =>
  /^\W*(problem|prob|worries|objections?|issues?|doubt)\b/i.test(rest);

function commentIn(rest: string): string | null {
  const comment = rest.replace(/^[\s,.;:!–—-]+/, '').trim();
  return /[\p{L}\p{N}]/u.test(comment) ? comment : null;
}

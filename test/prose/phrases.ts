export interface Phrase {
  readonly found: RegExp;
  readonly better: string;
  /** A sentence that this phrase must be found in, so that no pattern is dead. */
  readonly as: string;
}
const phrase = (found: RegExp, better: string, as: string): Phrase => ({ found, better, as });

/** Wording that reads as translated, stiff or vague, and what to write instead. */
export const phrases: readonly Phrase[] = [
  phrase(/\b(?:has|have|had|having) to\b/i, 'must', 'The key has to be set.'),
  phrase(/\btaken by\b/i, 'accepted by', 'The message is taken by the carrier.'),
  phrase(/\b(?:is|are|was|were|be|been|has|have|had) taken\b/i, 'accepted', 'It has taken a text.'),
  phrase(/\b(?:is|are|was|were|be|been|get|gets) told\b/i, 'notified', 'Your program is told.'),
  phrase(/\btold of\b/i, 'notified of', 'Someone told of an event acts.'),
  phrase(/\btells? (?:of|whether|apart|by)\b/i, 'shows, says or distinguishes', 'It tells of it.'),
  phrase(/\b(?:is|are|was|were|be|been) answered\b/i, 'responds with', 'It is answered with 401.'),
  phrase(/\banswers? (?:with )?[1-5]\d\d\b/i, 'responds with', 'The service answers 409.'),
  phrase(/\bno answer\b/i, 'no response', 'A request with no answer fails.'),
  phrase(
    /\b(?:API|carrier|receiver|server|service)(?:'s)? answers?\b/i,
    'responds or response',
    'The service answers quickly.',
  ),
  phrase(/\bat once\b/i, 'immediately, or at the same time', 'It stops at once.'),
  phrase(
    /\b(?:by|of) (?:itself|themselves)\b/i,
    'automatically, or on its own',
    'It recovers by itself.',
  ),
  phrase(/\bout of reach\b/i, 'unreachable', 'The carrier is out of reach.'),
  phrase(/\blets? (?:in )?(?:no one|nobody)\b/i, 'rejects everyone', 'It lets no one in.'),
  phrase(/\bsuch an? (?!way\b)/i, 'this', 'Such a webhook ends.'),
  phrase(
    /\bof (?:its|their|your|our|his|her|my) own\b/i,
    'own or separate',
    'It has a key of its own.',
  ),
  phrase(/\bof (?:yours|theirs|ours)\b/i, 'your, their or our', 'A URL of yours gets it.'),
  phrase(/\bthat (?:is|are) none\b/i, 'invalid', 'A number that is none fails.'),
  phrase(/[,;:] else\b/i, 'otherwise', 'Set it, else it fails.'),
  phrase(
    /(?:^|[.:;] )Where (?!to\b)[^?]*?[.](?:\s|$)/i,
    'if or when',
    'Where nobody replies, it ends.',
  ),
  phrase(/\bgo(?:es)? on\b/i, 'continue', 'The run goes on.'),
  phrase(/\bcalled off\b|\bcall off\b/i, 'canceled', 'The visit is called off.'),
  phrase(/\banew\b/i, 'again', 'It starts anew.'),
  phrase(/\bin force\b/i, 'valid or active', 'The key stays in force.'),
  phrase(/\bwhoever\b/i, 'the person who, or anyone who', 'Whoever is on call replies.'),
  phrase(/(?:^|[.;:] )Who [^?]*?[.](?:\s|$)/, 'people who', 'Who confirms gets a text.'),
  phrase(/(?:^|[.;:] )What [^?]*?[.](?:\s|$)/, 'name the thing', 'What is forged starts nothing.'),
  phrase(
    /[.;:,] what (?:is|are|was|were|has|comes|came|stands|takes)\b/,
    'name the thing',
    'Then, what is left waits.',
  ),
  phrase(
    /(?:^|[.;:] )Of (?:several|the|one|two|these|those|all|each|an?|everything|texts)\b[^.]*,/,
    'put the subject first',
    'Of a response, only the ID is lost.',
  ),
  phrase(/\bonly so\b/i, 'only in this way', 'It works only so.'),
  phrase(
    /\b(?:there|where|here)(?:of|in|by|upon|after|with)\b(?<!wherein)/i,
    'split the sentence',
    'It ends thereby.',
  ),
  phrase(/\b(?:hitherto|henceforth|whilst|amongst|thus)\b/i, 'until now, while, so', 'Thus it is.'),
  phrase(/\bupon\b/i, 'on or after', 'Upon receipt, it ends.'),
  phrase(/\bshall\b/i, 'must', 'The key shall be long.'),
  phrase(/\bin order to\b/i, 'to', 'Do this in order to send.'),
  phrase(/\butili[sz]e/i, 'use', 'It utilizes a queue.'),
  phrase(
    /(?<=.)\b(?:e\.g\.|i\.e\.|etc\.)/i,
    'for example, that is, and so on',
    'Use a key, e.g. one.',
  ),
  phrase(/\b(?:simply|obviously|of course)\b/i, 'leave it out', 'You simply run it.'),
  phrase(
    /\b(?:behaviours?|colours?|licences?|favours?|honours?|cancelled|labelled|neighbours?|organi[s]e\w*|recogni[s]e\w*)\b/i,
    'the US spelling',
    'The behaviour differs.',
  ),
  phrase(/\bcan not\b/i, 'cannot', 'It can not end.'),
  phrase(
    /\b(?:messages?|parts|requests?|segments?|submits?|texts?) an? (?:second|minute|hour|day)\b/i,
    'per second',
    'It sends ten messages a second.',
  ),
  phrase(/\b(?:has|have) (?:no )?room\b/i, 'capacity', 'The carrier has no room.'),
  phrase(
    /\b(?:waits?|waiting|put|puts|was|were|is|are) (?:in|into) line\b/i,
    'queued',
    'The message waits in line.',
  ),
  phrase(/\bhand(?:s|ed|ing)? (?:\w+ )?over\b/i, 'submit or send', 'It hands messages over.'),
  phrase(/\bwr(?:ites?|ote|itten|iting) (?:\w+ )?down\b/i, 'store', 'It writes it down.'),
  phrase(/\bgood for\b/i, 'valid for', 'The code is good for a day.'),
  phrase(/\bfor good\b/i, 'permanently', 'It is gone for good.'),
  phrase(/\bfor ever\b/i, 'forever', 'It runs for ever.'),
  phrase(/\bever (?:longer|shorter|less|more)\b/i, 'growing', 'It waits ever longer.'),
  phrase(/\bat last\b/i, 'finally', 'It ends at last.'),
  phrase(/\bthe very\b/i, 'the same', 'The very code runs.'),
  phrase(
    /\ball (?:else|that (?:is|are|was|has|have|can|a|the))\b/i,
    'everything, or everything else',
    'All that is left waits.',
  ),
  phrase(/\bbeside\b/i, 'next to, or in addition to', 'A tool beside the service helps.'),
  phrase(/\bnobody else's\b|\bnobody's\b/i, 'name the owner', "The key is nobody’s, nobody's."),
  phrase(
    /\b(?:by|at|under|for|from|upon) which\b/i,
    'split the sentence',
    'The key by which it signs is new.',
  ),
  phrase(/(?<![.{])\bids?\b(?![-_`':=]|\.\w)/, 'ID or IDs', 'Compare the ids.'),
  phrase(/\bin the place of\b/i, 'instead of', 'Put this in the place of it.'),
  phrase(/\bmade-up\b/i, 'sample', 'It shows a made-up reply.'),
  phrase(/\b(?:tried|asked) again\b/i, 'retries', 'It is tried again.'),
  phrase(/\bsurely\b/i, 'definitely, or leave it out', 'The carrier surely got it.'),
  phrase(
    /\btakes? (?:no |any )?(?:media|messages|requests|files)\b/i,
    'accepts or supports',
    'Its carrier takes media.',
  ),
  phrase(
    /\bturn(?:s|ed|ing)? (?:[\w`]+ ){0,6}?away\b/i,
    'rejects',
    'The carrier turns the messages of one number away.',
  ),
  phrase(
    /\balso (?:if|after|of|those|in your)\b/i,
    'even if, even after or including',
    'It works also if nobody signs in.',
  ),
  phrase(
    /(?<!\bthere )\b(?:is|are|was|were) no (?!(?:longer|more|less|fewer|one|better|worse|different)\b)(?=[a-z])/i,
    'is not a',
    'A wrong code is no error.',
  ),
  phrase(
    /\b(?:webhook|callback|base|subscription)s?(?:['’]s?)? address(?:es)?\b|\baddress(?:es)? (?:of|for|below) (?:(?:an?|the|this|that|your|its|each|all|another) )?(?:webhook|callback|base|subscription|API)s?\b/i,
    'URL',
    'Enter the address of the webhook.',
  ),
  phrase(
    /\baddress(?:es)? that (?:gets?|receives?) (?:the )?events\b/i,
    'URL',
    'An address that gets events.',
  ),
  phrase(
    /\bg(?:ives?|ave|iving|iven) (?:\w+ ){0,3}?back\b/i,
    'release or return',
    'An account gives the number back.',
  ),
];

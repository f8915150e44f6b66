import { refuse } from '../errors/serviceError.ts';
import { findInsertable, placeholder, type ReplySettings } from '../replies/renderReply.ts';

const kinds = ['stop', 'start', 'help', 'confirmation'] as const;

/**
 * Refuses two entries for one language, and replies that insert something that does not exist or is
 * not set. If the replies are not in the request, the setting that it empties is the cause.
 */
export function requireReplies(
  account: ReplySettings,
  request: { readonly replies?: unknown },
): void {
  const languages = account.replies.map(({ language }) => language);
  languages.forEach((language, index) => {
    if (languages.indexOf(language) < index)
      refuse(`/replies/${index}/language`, 'duplicate', 'repeats the language of an earlier item');
  });
  for (const [index, replies] of account.replies.entries())
    for (const kind of kinds)
      for (const [whole, written] of (replies[kind] ?? '').matchAll(placeholder)) {
        const pointer = `/replies/${index}/${kind}`;
        const name = findInsertable(written!) ?? refuseUnknown(pointer, whole);
        if (account[name] !== null) continue;
        if (request.replies) refuse(pointer, 'required', `inserts ${name}, so set ${name} first`);
        refuse(`/${name}`, 'required', 'is required, because your replies insert it');
      }
}

const refuseUnknown = (pointer: string, whole: string): never =>
  refuse(
    pointer,
    'invalid_format',
    `contains ${whole}, but only {{brand}} and {{support_contact}} have a value`,
  );

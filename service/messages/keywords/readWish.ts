import type { Message } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import type { IncomingText } from '../../carriers/carrier.ts';
import { answersConfirmationRequest } from '../../consents/confirmationRequest.ts';
import { matchKeyword } from '../../optout/matchKeyword.ts';
import { languageOfKeyword, languageOfYes, type Language } from '../../replies/findLanguage.ts';
import type { Trx } from '../../store/database.ts';
import type { AccountTable } from '../../store/tables/tables.ts';

/** What a received text asks for. */
export interface Wish extends Pick<Message, 'keyword' | 'possible_keyword' | 'keyword_rule'> {
  /** The language to reply in. */
  readonly language: Language;
}

/** The rule of a keyword that the carrier found, which may know keywords that we do not. */
const byCarrier = 'carrier';

/** The rule of a YES or START that answers a confirmation request. */
export const confirmation = 'confirmation';

/** Finds what a text asks for. `inReplyTo` is the last message to its sender. */
export async function readWish(
  trx: Trx,
  account: Pick<Selectable<AccountTable>, 'id' | 'language' | 'keywords'>,
  { text, keyword: found, from }: Pick<IncomingText, 'text' | 'keyword' | 'from'>,
  { inReplyTo, now }: { readonly inReplyTo: string | null; readonly now: Date },
): Promise<Wish> {
  const match = matchKeyword(text, account.keywords);
  const keyword = found ?? (match?.certainty === 'certain' ? match.keyword : null);
  const yes = languageOfYes(text, account.language);
  const language = yes ?? languageOfKeyword(match?.words ?? '', account.language);
  const isYes = keyword === null && yes !== undefined;
  if (isYes || keyword === 'start') {
    // A YES can also answer another question, so it must follow the request.
    const answer = { accountId: account.id, phone: from, now, ...(isYes && { inReplyTo }) };
    if (await answersConfirmationRequest(trx, answer))
      return { keyword: 'start', possible_keyword: null, keyword_rule: confirmation, language };
  }
  return {
    keyword,
    possible_keyword: keyword === null ? (match?.keyword ?? null) : null,
    keyword_rule: found ? byCarrier : (match?.rule ?? null),
    language,
  };
}

import type { Account } from '@textloom/shared/contract';
import type { Language } from './findLanguage.ts';
import { standardReplies, type ReplyKind } from './standardReplies.ts';

/** The settings that a reply can insert. */
const insertable = ['brand', 'support_contact'] as const;

export type ReplySettings = Pick<Account, 'replies' | (typeof insertable)[number]>;

/** Matches everything that looks like a setting to insert. */
export const placeholder = /\{\{([^{}]*)\}\}/g;

/** Returns the setting that the text in the braces of a placeholder names. */
export const findInsertable = (written: string): (typeof insertable)[number] | undefined =>
  insertable.find((one) => one === written.trim());

/** Returns the text of an automatic reply: the account's own, or the standard one. */
export function renderReply(settings: ReplySettings, kind: ReplyKind, language: Language): string {
  const own = settings.replies.find((one) => one.language === language)?.[kind];
  return insertSettings(own ?? standardReply(settings, kind, language), settings);
}

function standardReply(
  { brand, support_contact }: ReplySettings,
  kind: ReplyKind,
  language: Language,
): string {
  const standard = standardReplies[language];
  const text =
    kind === 'help' && support_contact !== null ? standard.helpWithContact : standard[kind];
  return brand === null ? text : `{{brand}}: ${text}`;
}

/** Inserts the settings once, so that a brand with braces stays as it is. */
const insertSettings = (text: string, settings: ReplySettings): string =>
  text.replace(placeholder, (whole, written: string) => {
    const name = findInsertable(written);
    return name === undefined ? whole : (settings[name] ?? '');
  });

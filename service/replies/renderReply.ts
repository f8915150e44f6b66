import type { Account } from '@textloom/shared/contract';
import type { Language } from './languageOf.ts';
import { standardReplies, type ReplyKind } from './standardReplies.ts';

type Settings = Pick<Account, 'brand' | 'support_contact' | 'replies'>;

/** The settings that a reply can insert. */
export const insertable = ['brand', 'support_contact'] as const;

/** Matches everything that looks like a setting to insert. */
export const placeholder = /\{\{([^{}]*)\}\}/g;

/** Returns the text of an automatic reply: the account's own, or the standard one. */
export function renderReply(settings: Settings, kind: ReplyKind, language: Language): string {
  const own = settings.replies.find((one) => one.language === language)?.[kind];
  return insertSettings(own ?? standardReply(settings, kind, language), settings);
}

function standardReply({ brand, support_contact }: Settings, kind: ReplyKind, language: Language) {
  const standard = standardReplies[language];
  const text =
    kind === 'help' && support_contact !== null ? standard.helpWithContact : standard[kind];
  return brand === null ? text : `{{brand}}: ${text}`;
}

/** Inserts the settings once, so that a brand with braces stays as it is. */
const insertSettings = (text: string, settings: Settings): string =>
  text.replace(placeholder, (whole, written: string) => {
    const name = insertable.find((one) => one === written.trim());
    return name === undefined ? whole : (settings[name] ?? '');
  });

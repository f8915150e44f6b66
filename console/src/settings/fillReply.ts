import type { Account } from '@textloom/shared/contract';

/** Returns a reply as recipients read it. A setting without a value stays a placeholder. */
export const fillReply = (
  text: string,
  settings: Pick<Account, 'brand' | 'support_contact'>,
): string =>
  text.replace(
    /\{\{ *(brand|support_contact) *\}\}/g,
    (placeholder, name: 'brand' | 'support_contact') => settings[name] ?? placeholder,
  );

import type { Message } from '@textloom/shared/contract';

/** Returns the text of a message, or why it has none. */
export const describeText = ({
  text,
  text_erased_at,
}: Pick<Message, 'text' | 'text_erased_at'>): string =>
  text_erased_at === null ? text : 'Deleted by your retention setting';

/** The titles with which other programs say who may get texts, without spaces and punctuation. */
const permission = new RegExp(
  [
    '^(?:has|is|accepts?|sms|texts?|texting|marketing|mobile|phone|contact|customer|global)*',
    '(?:opt(?:ed)?(?:out|in)|(?:un|re)?subscribed?|unsub|subscriptionstatus|consent(?:ed|given|status)?',
    '|(?<=accepts?(?:sms|texts?)?)marketing|donot(?:text|contact|message|sms|market|disturb|call)',
    '|dnc|dnd|blacklisted|suppressed)',
    '(?:of|from|to|for|all|sms|texts?|marketing|messages?|status|flag|date|time|at|on|reason)*$',
  ].join(''),
);

/**
 * Returns true if the title of a column could say who may get texts. An attribute with this title
 * has no effect, so everybody who opted out elsewhere would get texts again.
 */
export const isPermission = (title: string): boolean =>
  permission.test(title.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));

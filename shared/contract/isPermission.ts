const own =
  '(?:sms|texts?|texting|marketing|mobile|phone|contact|customer|global|has|is|accepts?)*';
const more =
  '(?:of|from|to|for|all|sms|texts?|marketing|messages?|status|flag|date|time|at|on|reason)*';

/**
 * The titles with which other programs say who may get texts, in the languages of opt-outs, without
 * spaces, punctuation and accents.
 */
const permission = new RegExp(
  `^${own}(?:${[
    'opt(?:ed)?(?:out|in)|(?:un|re)?subscribed?|unsub|subscriptionstatus|consent(?:ed|given|status)?',
    '(?<=accepts?(?:sms|texts?)?)marketing|donot(?:text|contact|message|sms|market|disturb|call)',
    'dnc|dnd|blacklisted|suppressed',
    'abgemeldet|abbestellt|ausgetragen|einwilligung|zustimmung|widerrufen|(?:werbe|kontakt)sperre',
    '(?:dado|dada)?debaja|baja|suscrit[oa]|consentimiento',
    'desinscrite?|desabonnee?|consentement',
    'disiscritt[oa]|iscritt[oa]|consenso',
    'afgemeld|uitgeschreven|toestemming',
    'descadastrad[oa]|inscrit[oa]|consentimento',
  ].join('|')})${more}$`,
);

/**
 * Returns true if the title of a column could say who may get texts. An attribute with this title
 * has no effect, so everybody who opted out elsewhere would get texts again.
 */
export const isPermission = (title: string): boolean =>
  permission.test(
    title
      .normalize('NFD')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, ''),
  );

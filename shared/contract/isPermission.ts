/** The words that can precede a word of permission, with or without a space. */
const own =
  '(?:(?:sms|text(?:s|ing)?|marketing|mobile|phone|contact|customer|global|has|is|accepts?) ?)*';
/** The words that can follow one. */
const more =
  '(?: ?(?:of|from|to|for|de|da|all|sms|texts?|marketing|messages?|status|flag|date|time|at|on|reason))*';
const texts = '(?:sms|texts?|texting|marketing|messages?|messaging|mobile)';

/**
 * The words with which other programs say who may get texts, in the languages of opt-outs, in lower
 * case and without accents.
 */
const permission = new RegExp(
  `(?<![a-z])${own}(?:${[
    'opt(?:ed|s)? ?(?:out|in(?!g))|unsub|(?:re)?subscribe(?!r)|subscri(?:ber|ption) ?status',
    'consent(?! ?form)|permission|tcpa|gdpr|revoked|declined|suppress|blocked|(?:black|block) ?list',
    '(?:do ?not|don ?t)(?![a-z])|donot(?:text|contact|message|sms|market|disturb|call)|dn[cd](?![a-z])',
    `^no ?(?:more ?)?${texts}|^no ?contact$|${texts} (?:marketing ?)?(?:status|state|allowed|ok|stop)`,
    `sms ?marketing|(?:stop|accepts?|allows?|receives?|wants?|can|ok to) ?${texts}`,
    'abgemeldet|abmeld|abbestellt|ausgetragen|einwilligung|zustimmung|widerruf|dsgvo|gesperrt',
    `sperrliste|(?:werbe|kontakt|sms) ?sperre|schwarze liste|keine? ?(?:${texts}|werbung|kontakt)`,
    'suscrit[oa]|dad[oa] de baja|no (?:molestar|contactar|enviar|llamar)|lista negra|bloquead[oa]',
    'desinscri|desabonn|ne (?:plus|pas)(?![a-z])|liste noire|rgpd',
    'disiscritt|consenso|non (?:contattare|disturbare)|lista nera',
    'afgemeld|uitgeschreven|toestemming|geblokkeerd|zwarte lijst|niet (?:storen|contacteren|bellen)',
    'descadastrad|nao (?:perturb|contat|envi)|lgpd',
    // Within a longer title, these words have other meanings.
    `(?<=^${own})(?:fecha de )?(?:baja|i(?:nscrit|scritt)[oa])${more}$`,
  ].join('|')})`,
);

const aboutTexts = new RegExp(`(?<![a-z])${texts}`);
const otherChannel = /(?<![a-z])(?:(?:e ?)?mails?|newsletters?|fax)(?![a-z])/;

/**
 * Returns true if the title of a column could say who may get texts. An attribute with this title
 * has no effect, so everybody who opted out elsewhere would get texts again.
 */
export function isPermission(title: string): boolean {
  const words = title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})|[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
  return permission.test(words) && (aboutTexts.test(words) || !otherChannel.test(words));
}

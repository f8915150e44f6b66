/** Forms that are verbs wherever they stand. */
const finite =
  "am is are was were be been being has have had do does did can cannot can't could may might must will would should isn't aren't wasn't doesn't don't didn't won't let's it's that's there's you're made sent got went came began found lost became broke read put set let " +
  'replied accepted arrived happened stopped started changed refused printed agreed signed requires';

/** In the base form. The third person follows, and so does the imperative. */
const bases =
  'accept acknowledge add adopt affect aim allow appear apply approve arrive ask authenticate become begin belong ' +
  'break bring bundle cache call cancel carry catch cause change check choose clear close come compare compute ' +
  'configure confirm connect consist contain continue convert cost count cover create decide define delete deliver ' +
  'depend deploy derive describe detect deviate differ disable discard disconnect discover distinguish do drop edit ' +
  'enable encode end enforce ensure enter equal erase evaluate exclude execute exist exit expire explain fail fetch fill ' +
  'filter find finish fit flag follow forbid forget format forward generate get give go grow guess halt handle happen ' +
  'have help hide hold identify ignore import improve include increase inherit install interpret invite keep know lack ' +
  'last lead learn leave let lie limit listen live load log look lose make manage map mark match mean measure meet merge monitor ' +
  'move name narrow need notify obtain occur offer omit open order own pass paste pause pin place plant point poll ' +
  'post prefer press prevent preview print produce proceed prove provide provision publish pull push put raise reach ' +
  'read receive recognize recommend reconnect recover redeliver refer refuse register reject relate release rely ' +
  'remain remember remind remove rename repeat replace reply report represent request require resend reserve resolve ' +
  'respect respond restart restore resume retry return review revoke rewrite rotate route run save say schedule search ' +
  'see select send serve set settle share ship show sign skip spend split stall stand start stay stop store submit ' +
  'subscribe succeed suffer suit supply support suppress switch take talk teach tell test text think throw translate ' +
  'travel treat trigger trust try turn type unpublish unsubscribe update upgrade upload use validate vary verify view ' +
  'subtract visit wait want warn watch win wish work write';

const thirdPerson = (base: string): string =>
  /(?:s|x|z|ch|sh|o)$/.test(base)
    ? `${base}es`
    : /[^aeiou]y$/.test(base)
      ? `${base.slice(0, -1)}ies`
      : `${base}s`;

const verbs = new Set([
  ...finite.split(' '),
  ...bases.split(' ').flatMap((base) => [base, thirdPerson(base)]),
]);

/**
 * Whether a sentence has a word that can be its verb. It may be a noun there: this errs on the side
 * of silence.
 */
export const hasVerb = (sentence: string): boolean =>
  (sentence.toLowerCase().match(/[a-z][a-z'’]*/g) ?? []).some((word) =>
    verbs.has(word.replace('’', "'")),
  );

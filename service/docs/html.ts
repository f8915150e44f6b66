/** Markup that is safe to send unescaped. */
export interface Html {
  readonly markup: string;
}
type Value = string | number | false | undefined | Html | readonly Value[];

/** Builds markup, and escapes every value that is not markup. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html => ({
  markup: String.raw({ raw: parts }, ...values.map(toMarkup)),
});

/** Renders a sentence of the contract, in which backticks mark code. */
export const prose = (text: string): Html[] =>
  text.split('`').map((part, index) => (index % 2 ? html`<code>${part}</code>` : html`${part}`));

function toMarkup(value: Value): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value));
  return 'markup' in value ? value.markup : value.map(toMarkup).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character]!);

import type { Account } from '@textloom/shared/contract';
import { encode } from '../segments/encode.ts';

type Language = Account['language'];

/**
 * The standard texts. They use only characters of GSM-7, which has no ó, ã or ç, and the words that
 * phones look for to fill in the code.
 */
const texts: Record<Language, (brand: string | null) => string> = {
  en: (brand) => `Your ${brand ? `${brand} ` : ''}code is {{code}}. Do not share it.`,
  es: (brand) => `Tu clave${brand ? ` de ${brand}` : ''} es {{code}}. No la compartas con nadie.`,
  fr: (brand) => `Votre code${brand ? ` ${brand}` : ''} est {{code}}. Ne le partagez pas.`,
  de: (brand) =>
    `Ihr Code${brand ? ` von ${brand}` : ''} lautet {{code}}. Geben Sie ihn nicht weiter.`,
  it: (brand) => `Il tuo codice${brand ? ` ${brand}` : ''} è {{code}}. Non condividerlo.`,
  pt: (brand) => `O seu PIN${brand ? ` ${brand}` : ''} é {{code}}. Nunca o compartilhe.`,
  nl: (brand) => `Uw code${brand ? ` van ${brand}` : ''} is {{code}}. Deel deze met niemand.`,
};

const placeholder = /\{\{ *code *\}\}/g;

/** Inserts a code into a text. */
export const insertCode = (text: string, code: string): string =>
  text.replace(placeholder, () => code);

/** Hides the code. The text keeps its length, so that it keeps its encoding and its segments. */
export const hideCode = (text: string, length: number): string =>
  insertCode(text, '*'.repeat(length));

/** Returns the standard text. Leaves out the brand if the text would need two segments. */
export function standardText(language: Language, brand: string | null, length: number): string {
  const text = texts[language](brand);
  const encoded = encode(hideCode(text, length), 'auto', false);
  return encoded?.segments === 1 ? text : texts[language](null);
}

/** Returns the first merge field of a text that is not the code. */
export const findOtherField = (text: string): string | undefined =>
  /\{\{[^}]*\}\}/.exec(text.replace(placeholder, ''))?.[0];

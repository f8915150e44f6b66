import { schema } from './schema.ts';

/** The languages of the service's own texts to recipients. */
export const language = schema({
  type: 'string',
  title: 'Language',
  description: 'Language of the texts that the service writes to recipients',
  enum: ['en', 'es', 'fr', 'de', 'it', 'pt', 'nl'],
  labels: {
    en: 'English',
    es: 'Spanish',
    fr: 'French',
    de: 'German',
    it: 'Italian',
    pt: 'Portuguese',
    nl: 'Dutch',
  },
  examples: ['en'],
});

import { limits } from './limits.ts';

/** Matches the merge fields `{{name}}` and `{{name|default}}` of a text. It takes linear time. */
export const mergeFieldPattern = new RegExp(
  `\\{\\{([^{}|\\n]{1,${limits.nameLength}})(?:\\|([^{}]*))?\\}\\}`,
  'g',
);

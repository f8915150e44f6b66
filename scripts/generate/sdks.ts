import { nodeFiles } from './sdks/node.ts';
import { phpFiles } from './sdks/php.ts';
import { pythonFiles } from './sdks/python.ts';

/**
 * Generates the operations of the SDKs, and the protocol constants that their handwritten code
 * needs.
 */
export const generateSdks = (): Record<string, string> => ({
  ...nodeFiles(),
  ...pythonFiles(),
  ...phpFiles(),
});

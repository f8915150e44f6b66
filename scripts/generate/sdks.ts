import { phpFiles } from './sdks/php.ts';
import { pythonFiles } from './sdks/python.ts';

/** Generates the operations of the SDKs, and the protocol constants that their handwritten cores need. */
export const generateSdks = (): Record<string, string> => ({ ...pythonFiles(), ...phpFiles() });

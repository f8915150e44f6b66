import { phpFiles } from './sdks/php.ts';
import { pythonFiles } from './sdks/python.ts';

/** What the SDKs have for each operation, and the facts of the wire that their hand-written cores need. */
export const generateSdks = (): Record<string, string> => ({ ...pythonFiles(), ...phpFiles() });

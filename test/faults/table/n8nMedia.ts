import type { Fault } from '../fault.ts';

const file = 'connectors/n8n/lib/trigger/downloadMedia.ts';
const suite = 'test/n8n/trigger.test.ts';

// prettier-ignore
export const n8nMedia: readonly Fault[] = [
  { file, find: 'return [];', plant: "return [[`media_${index}`, { data: '', mimeType: '' }] as const];", harm: 'wrong', why: 'a file that is gone looks like an empty file', suite, only: 'cannot download' },
  { file, find: 'media_${index}', plant: 'media', harm: 'lost', why: 'only the last picture of an MMS arrives', suite, only: 'with its files' },
  { file, find: "false) !== true) return undefined;", plant: "false) === 'never') return undefined;", harm: 'limit', why: 'every workflow downloads all pictures', suite, only: 'with only the links' },
  { file: 'connectors/n8n/lib/trigger/toItem.ts', find: "'contact_name',\n\t'media',", plant: "'contact_name',", harm: 'lost', why: 'pictures of a customer never reach the workflow', suite, only: 'with only the links' },
  { file: 'connectors/n8n/lib/connection/errors.ts', find: "'Media URLs', or choose", plant: 'media_urls, or choose', harm: 'wrong', why: 'an error names a field as the API does, which the editor does not show', suite: 'test/n8n/errors.test.ts', only: 'media_not_supported' },
  { file: 'connectors/zapier/src/triggers/incomingSms.ts', find: "      'media',\n", plant: '', harm: 'lost', why: 'a Zap never gets the pictures of a customer', suite: 'test/zapier/definition.test.ts', only: 'committed file' },
];

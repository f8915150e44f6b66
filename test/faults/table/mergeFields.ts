import type { Fault } from '../fault.ts';

const suite = 'test/service/mergeFields/mergeFields.test.ts';
const file = 'service/mergeFields/mergeFields.ts';

// prettier-ignore
export const mergeFields: readonly Fault[] = [
  { file, find: "return { text: merged, missing };", plant: "return { text: merged.replace(mergeFieldPattern, (_, name: string) => findValue(name.trim()) ?? ''), missing };", harm: 'leaked', why: 'a contact named {{email}} gets the email address of the contact inserted', suite },
  { file, find: "?? fallback?.trim();", plant: "?? fallback?.trim() ?? '';", harm: 'wrong', why: 'people without a first name read "Hi ,"', suite },
  { file, find: "value?.trim() ? [[field, value]] : []", plant: "[[field, value ?? '']]", harm: 'wrong', why: 'an empty field does not get its default', suite },
  { file, find: "exact.get(name) ?? (folded", plant: "(folded", harm: 'wrong', why: 'the attribute Email never appears, because the field email comes first', suite },
  { file, find: ".normalize('NFC').toLowerCase();", plant: ";", harm: 'wrong', why: '{{First_Name}} has no value', suite },
  { file, find: "return keyed.get(key) ??", plant: "return", harm: 'wrong', why: 'a merge field with the title of a column gets its default for everybody', suite },
  { file, find: "if (value === undefined) missing ??= name;", plant: "if (value === undefined) missing = name;", harm: 'wrong', why: 'the error names the last missing field rather than the first', suite },
  { file, find: "    if (name === '') return field;\n", plant: "", harm: 'wrong', why: 'a text with {{ }} is refused', suite },
  { file, find: "(folded ??= indexBy(filled, fold))", plant: "indexBy(filled, fold)", harm: 'down', why: 'a batch of texts with many merge fields blocks the service for a minute', suite, only: 'does not convert' },
  { file: 'service/mergeFields/mergeText.ts', find: "if (!isVisible(merged) && !media_urls)", plant: "if (merged === '' && !media_urls)", harm: 'wrong', why: 'people without a value get a blank text', suite },
  { file: 'service/mergeFields/mergeText.ts', find: "written.replace(/^\\ufeff/, '')", plant: 'written', harm: 'wrong', why: 'a text from a file needs twice the segments, because of a character that nobody sees', suite, only: 'byte order mark' },
  { file: 'service/mergeFields/mergeText.ts', find: "if (!isVisible(text) && !media_urls)", plant: "if (text === '' && !media_urls)", harm: 'wrong', why: 'a workflow whose expression is blank texts and pays for a space', suite, only: 'blank' },
  { file: 'service/core/composeNames.ts', find: "value.normalize('NFC')", plant: 'value', harm: 'wrong', why: 'a search does not find a name whose accents are separate characters', suite: 'test/service/pglite/contacts.test.ts', only: 'separate characters' },
  { file: 'service/broadcasts/checkBroadcast.ts', find: "mergeText({ ...input, merge_fields: false }, undefined)", plant: "text", harm: 'wrong', why: 'a broadcast with a blank text starts and reaches nobody', suite: 'test/service/pglite/broadcasts.test.ts', only: 'blank text' },
  { file: 'service/mergeFields/mergeText.ts', find: "merged.length > maxLength &&", plant: "merged.length > 1_000 * maxLength &&", harm: 'down', why: 'a text of a megabyte is encoded for each recipient', suite },
  { file: 'service/phones/equivalentNumbers.ts', find: "byPhone.get(spelling)", plant: "[...byPhone.values()][0]", harm: 'leaked', why: 'a text contains the name of somebody else', suite: 'test/service/pglite/messages.test.ts', only: 'merge field' },
];

import type { Fault } from '../fault.ts';

const suite = 'test/n8n/broadcasts.test.ts';
const merge = 'test/n8n/mergeFields.test.ts';
const trigger = 'test/n8n/trigger.test.ts';
const talk = 'test/n8n/conversations.test.ts';

// prettier-ignore
export const n8nBroadcasts: readonly Fault[] = [
  { file: 'connectors/n8n/lib/execute/request.ts', find: 'if (field.isCondition) requireWholeEntries(parameter);', plant: '', harm: 'wrong', why: 'a broadcast in n8n goes to everybody if an attribute has a value but no name', suite: 'test/n8n/broadcasts.test.ts', only: 'is not sent with' },
  { file: 'connectors/n8n/lib/execute/reader.ts', find: 'needsOwnEvaluation(stored)', plant: 'false', harm: 'wrong', why: 'all recipients of a broadcast get "Hi 0"', suite: merge, only: 'reaches the service' },
  { file: 'connectors/n8n/lib/execute/mergeFields.ts', find: "merge_fields: mergesValues }, findTyped(stored)", plant: 'merge_fields: mergesValues }, text', harm: 'wrong', why: 'a text that a workflow forwards reveals what is stored about the recipient', suite: merge, only: 'somebody else wrote' },
  { file: 'connectors/n8n/lib/replies/askAgain.ts', find: 'text, merge_fields, reference: id', plant: 'text, reference: id', harm: 'wrong', why: 'a question that the node repeats reveals what is stored about the recipient', suite: 'test/n8n/sendAndWait.test.ts', only: 'that the author typed' },
  { file: 'connectors/n8n/lib/execute/mergeFields.ts', find: "'{{ \"{\" }}{'", plant: "'{{ \"{\" }}'", harm: 'wrong', why: 'a merge field loses a brace, so recipients get its name', suite: merge, only: 'reaches the service' },
  { file: 'connectors/n8n/lib/execute/mergeFields.ts', find: '(?!\\s*(${constants})\\s*\\}\\})', plant: '', harm: 'wrong', why: 'an expression that returns null becomes a text', suite: merge, only: 'is not what n8n evaluates' },
  { file: 'connectors/n8n/lib/execute/requireOneBroadcast.ts', find: 'broadcasts[index] = { item, at };', plant: 'return;', harm: 'sent twice', why: 'every contact gets a broadcast for each row of a sheet', suite, only: 'once, not once for each item' },
  { file: 'connectors/n8n/lib/execute/attempts.ts', find: 'const { execution, done, broadcastsTo } = kept.attempts;', plant: 'const { execution, done } = kept.attempts; const broadcastsTo = {};', harm: 'sent twice', why: 'a retry sends the broadcast of a second row to the same contacts', suite, only: 'not in the next attempt either' },
  { file: 'connectors/n8n/lib/execute/requireOneBroadcast.ts', find: 'Math.abs(at - one.at) >= apartMs', plant: 'false', harm: 'lost', why: 'a reminder to the same contacts is refused', suite, only: 'at another time' },
  { file: 'connectors/n8n/lib/execute/requireOneBroadcast.ts', find: 'const apartMs = 5 * 60_000;', plant: 'const apartMs = 1;', harm: 'sent twice', why: 'every contact gets a broadcast for each row if Send At is an hour from now', suite, only: 'a slightly different Send At' },
  { file: 'connectors/n8n/lib/fields/hasEmptyExpression.ts', find: "stored.startsWith('=') && (isEmpty(value) || hasOnlyWords(stored.slice(1), value))", plant: 'false', harm: 'wrong', why: 'an expression that finds nothing removes a condition, and more contacts get the broadcast', suite, only: 'is not sent with' },
  { file: 'connectors/n8n/nodes/Textloom/resources/broadcast.ts', find: ", 'exclude_list_ids'],", plant: '],', harm: 'wrong', why: 'an expression that finds no list to exclude sends the broadcast to everybody', suite, only: 'is not sent with' },
  { file: 'connectors/n8n/lib/fields/isShown.ts', find: '(field && findChoice(field.schema, String(given))) ?? given', plant: 'given', harm: 'lost', why: 'a broadcast whose expression returns the label of its audience reaches nobody', suite, only: 'by the label' },
  { file: 'connectors/n8n/lib/execute/request.ts', find: "!isTopLevel || isShown(property, fields, (name) => read(name, item, ''))", plant: 'isTopLevel || !isTopLevel', harm: 'wrong', why: 'a filter that the editor hides limits a broadcast', suite, only: 'another choice' },
  { file: 'connectors/n8n/lib/execute/request.ts', find: 'required || property.required === true', plant: 'required', harm: 'wrong', why: 'a broadcast without a list reaches the service', suite, only: 'is not sent with no list' },
  { file: 'connectors/n8n/lib/operations/broadcastOperations.ts', find: "...(to === 'all' && { all_contacts: true }),", plant: '', harm: 'lost', why: 'nobody can send a broadcast to all contacts', suite, only: 'goes to everybody' },
  { file: 'connectors/n8n/lib/execute/withKey.ts', find: 'key: deriveIdempotencyKey(id, ownKey)', plant: 'key: String(Math.random())', harm: 'sent twice', why: 'a second run sends a broadcast again, although it has a Deduplication Key', suite, only: 'same Deduplication Key' },
  { file: 'connectors/n8n/lib/execute/withKey.ts', find: 'deriveIdempotencyKey(id, ownKey)', plant: "deriveIdempotencyKey('', ownKey)", harm: 'lost', why: 'only the first of several conversations gets a reply with the same Deduplication Key', suite: talk, only: 'same Deduplication Key' },
  { file: 'connectors/n8n/lib/operations/conversationOperations.ts', find: '{ ...input, status }', plant: "{ ...input, status: 'open' }", harm: 'wrong', why: 'closing a conversation opens it', suite: talk, only: 'is closed' },
  { file: 'connectors/n8n/lib/trigger/subscription.ts', find: '...(burst !== undefined && { burst_seconds: burst }),', plant: '', harm: 'wrong', why: 'three quick texts start three executions', suite: trigger, only: 'joins quick texts' },
  { file: 'shared/connector/keywords.ts', find: '(event.burst ?? [event])', plant: '[event]', harm: 'lost', why: 'a keyword in the second of several quick texts starts nothing', suite: trigger, only: 'begins with a keyword' },
  { file: 'connectors/n8n/lib/connection/errors.ts', find: 'Math.max(start, 0)', plant: '0', harm: 'wrong', why: 'an error names a field that the editor does not show', suite, only: 'names the field' },
];

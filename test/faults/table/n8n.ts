import type { Fault } from '../fault.ts';

// prettier-ignore
export const n8n: readonly Fault[] = [
  { file: 'connectors/n8n/lib/attempts.ts', find: 'context.getNode().id, run];', plant: 'context.getNode().id];', harm: 'lost', why: 'later passes of a loop send nothing where n8n restarts in between', suite: 'test/n8n/execute.test.ts', only: 'sending again' },
  { file: 'connectors/n8n/lib/attempts.ts', find: 'if (kept.attempts?.run !== run)', plant: 'if (!kept.attempts)', harm: 'lost', why: 'later passes of a loop send nothing where an item of the pass before has failed', suite: 'test/n8n/execute.test.ts', only: 'next pass of a loop' },
  { file: 'connectors/n8n/lib/attempts.ts', find: 'JSON.stringify([...place, itemIndex])', plant: 'JSON.stringify([...place])', harm: 'lost', why: 'of several items only the first is sent', suite: 'test/n8n/execute.test.ts', only: 'sending' },
  { file: 'connectors/n8n/lib/attempts.ts', find: 'JSON.stringify([...place, itemIndex])', plant: 'JSON.stringify([...place, itemIndex, Math.random()])', harm: 'sent twice', why: 'every attempt sends again', suite: 'test/n8n/execute.test.ts', only: 'sending again' },
  { file: 'connectors/n8n/lib/attempts.ts', find: 'context.getWorkflow().id, execution,', plant: 'context.getWorkflow().id,', harm: 'lost', why: 'the next execution sends nothing', suite: 'test/n8n/sendAndWait.test.ts', only: 'to send and wait' },
  { file: 'connectors/n8n/lib/sendAndWait.ts', find: 'idempotencyKey: attempts.keyOf(0),', plant: 'idempotencyKey: String(Math.random()),', harm: 'sent twice', why: 'an attempt that was cut off asks the question again', suite: 'test/n8n/sendAndWait.test.ts', only: 'to send and wait' },
  { file: 'connectors/n8n/lib/sendAndWait.ts', find: 'attempts.done[0] = [{ ...message }];', plant: '', harm: 'sent twice', why: 'a question is asked again where the reply could not be asked for', suite: 'test/n8n/sendAndWait.test.ts', only: 'key that every attempt|to send and wait' },
  { file: 'connectors/n8n/lib/sendAndWait.ts', find: 'if (count <= 1) return;', plant: 'if (count >= 1) return;', harm: 'lost', why: 'all items but the first are dropped without a word', suite: 'test/n8n/sendAndWait.test.ts', only: 'to send and wait' },
  { file: 'connectors/n8n/lib/sendAndWait.ts', find: 'await requireDeliverable(context, client);', plant: '', harm: 'lost', why: 'a question is sent whose reply can never arrive', suite: 'test/n8n/sendAndWait.test.ts', only: 'to send and wait' },
  { file: 'connectors/n8n/lib/replyTo.ts', find: "if (data.keyword === 'stop') return reply(approval ? false : null, true);", plant: '', harm: 'opted out', why: 'a STOP approves where it is one of the words', suite: 'test/n8n/sendAndWait.test.ts', only: 'a waiting execution' },
  { file: 'shared/connector/keywords.ts', find: 'words.some((word) => plain(text) === plain(word))', plant: 'beginsWithKeyword(text, words)', harm: 'wrong', why: 'a reply that sets a condition counts as approval', suite: 'test/n8n/sendAndWait.test.ts', only: 'a waiting execution' },
  { file: 'connectors/n8n/lib/replyTo.ts', find: 'if (data.keyword !== null) return undefined;', plant: '', harm: 'wrong', why: 'a HELP ends the wait', suite: 'test/n8n/sendAndWait.test.ts', only: 'a waiting execution' },
  { file: 'connectors/n8n/lib/replyTo.ts', find: '(event.data as Message).id !== question.message.id', plant: "(event.data as Message).id === ''", harm: 'wrong', why: 'the failure of another message ends the wait', suite: 'test/n8n/sendAndWait.test.ts', only: 'a waiting execution' },
  { file: 'shared/connector/replies.ts', find: "  'expired',\n", plant: '', harm: 'wrong', why: 'the wait goes on although the question has expired', suite: 'test/n8n/sendAndWait.test.ts', only: 'a waiting execution' },
];

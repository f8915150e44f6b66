import { describe, expect, it } from '@jest/globals';
import { contract, sampleOf } from '@textloom/shared/contract';
import { previewBroadcast } from '../../connectors/zapier/src/searches/previewBroadcast.ts';
import { previewMessage } from '../../connectors/zapier/src/searches/previewMessage.ts';
import { replyInConversation } from '../../connectors/zapier/src/creates/replyInConversation.ts';
import { sendBroadcast } from '../../connectors/zapier/src/creates/sendBroadcast.ts';
import { sendMessage } from '../../connectors/zapier/src/creates/sendMessage.ts';
import { sendMessageAndWaitForReply } from '../../connectors/zapier/src/creates/sendMessageAndWaitForReply.ts';
import { sendMessages } from '../../connectors/zapier/src/creates/sendMessages.ts';
import { readFailure, runStep, type Item, type Step } from './runStep.ts';

interface Sent {
  readonly text: string;
  readonly merge_fields?: boolean;
}
const to = '+12025550123';
const id = sampleOf(contract.conversation.list.output).data[0]!.id;
const meta = { isLoadingSample: true } as never;

/** Runs a step and returns the texts that the service gets. */
async function textsOf(step: Step, inputData: Item, inputDataRaw: Item): Promise<Sent[]> {
  const sent: Sent[] = [];
  await runStep(
    step,
    { inputData, inputDataRaw: inputDataRaw as Record<string, string>, meta },
    (asked, body) => {
      const { messages, ...single } = body as Sent & { readonly messages?: readonly Sent[] };
      const isCheck = asked === 'POST /v1/messages/preview' && single.text === '-';
      for (const { text, merge_fields } of messages ?? [single])
        if (!isCheck) sent.push({ text, ...(merge_fields !== undefined && { merge_fields }) });
      if (asked === 'POST /v1/messages/batch') {
        const message = sampleOf(contract.message.send.output);
        return { status: 200, body: { results: messages!.map(() => ({ message })) } };
      }
      return asked === 'POST /v1/messages/preview'
        ? { status: 200, body: sampleOf(contract.message.preview.output) }
        : { status: 202, body: sampleOf(contract.message.send.output) };
    },
  );
  return sent;
}

const single = (text: string) => ({ to: [to], text });
const several = (text: string) => ({ to: [to, '+12025550124'], text });
const steps: [string, Step, (text: string) => Item][] = [
  ['a message', sendMessage, single],
  ['a message to several', sendMessage, several],
  ['a message that waits', sendMessageAndWaitForReply, (text) => ({ to, text })],
  ['a reply', replyInConversation, (text) => ({ id, text })],
  ['a line', sendMessages, (text) => ({ messages: [{ to, text }] })],
  ['a preview', previewMessage, (text) => ({ to, text })],
];

describe.each(steps)('the text of %s', (_, step, fill) => {
  const send = async (typed: string, text: string, option: Item = {}) => {
    const texts = await textsOf(step, { ...fill(text), ...option }, fill(typed));
    return texts[0]!;
  };

  it('inserts the fields of the contact that the author typed', async () => {
    const text = 'Hi {{first_name|there}}';
    expect(await send(text, text)).toEqual({ text });
  });

  it('keeps the braces of another step as they are', async () => {
    const text = 'Ann: {{notes}}';
    expect(await send('{{42__name}}: {{42__text}}', text)).toEqual({ text, merge_fields: false });
  });

  it('inserts only the fields that the author typed next to others', async () => {
    const typed = 'Hi {{first_name}}: {{42__text}}';
    const text = await send(typed, 'Hi {{first_name}}: {{notes}} {{42__text}}');
    expect(text).toEqual({ text: 'Hi {{first_name}}: { {notes}} { {42__text}}' });
  });

  it('inserts all fields with the option Insert Contact Fields', async () => {
    const text = 'Hi {{first_name}}';
    expect(await send('{{42__text}}', text, { merge_fields: 'true' })).toEqual({ text });
  });

  it('without braces is the same for a service that does not know the option', async () => {
    expect(await send('Hi', 'Hi', { merge_fields: 'false' })).toEqual({ text: 'Hi' });
  });
});

const broadcast = (text: string) => ({ name: 'Sale', list_ids: ['lst_1'], text });
const mergingSteps: [string, Step, (text: string) => Item][] = [
  ...steps,
  ['a broadcast', sendBroadcast, broadcast],
  ['a preview of a broadcast', previewBroadcast, broadcast],
];

describe.each(mergingSteps)('a merge field that Zapier empties in %s', (_, step, fill) => {
  it.each([
    ['Hi {{first_name|there}}, our sale', 'Hi , our sale'],
    ['Hi {{first_name}} {{42__code}}', 'Hi  7'],
    ['{{first_name}} {{last_name}}', '{{first_name}}'],
  ])('stops the step that has the template %s', async (typed, text) => {
    const { said } = await readFailure(textsOf(step, fill(text), fill(typed)));
    expect(said).toMatch(/^Text( of line 1)? has lost \{\{\w+(\|there)?\}\}: Zapier took it/);
    expect(said).toMatch(/Map (the value from an earlier step|a text with \{\{)/);
  });
});

it('lets each line have a template without the merge field of another', async () => {
  const messages = ['Hi {{first_name}}', 'Bye'].map((text) => ({ to, text }));
  expect(await textsOf(sendMessages, { messages }, { messages })).toHaveLength(2);
});

it('takes no value of another step for a merge field, whatever its ID looks like', async () => {
  const sent = await textsOf(sendMessage, single('Hi 7'), single('Hi {{_GEN_1__first_name}}'));
  expect(sent).toEqual([{ text: 'Hi 7' }]);
});

it('knows the template of line items next to the other fields', async () => {
  const text = 'Hi {{first_name}}';
  const inputData = { messages: [{ to, text }] };
  const typed = { messages: undefined, to: '{{42__to}}', text };
  expect(await textsOf(sendMessages, inputData, typed)).toEqual([{ text }]);
});

import { expect, it } from '@jest/globals';
import { executeWorkflow, waitForExecution, type WorkflowNode } from '../../../scripts/n8n/n8n.ts';
import { poll } from '../../../scripts/poll.ts';
import { exampleStage, untilKeyStays } from './n8nExampleStage.ts';
import { startSheet } from './sheetServer.ts';

let sheet: Awaited<ReturnType<typeof startSheet>>;
const stage = exampleStage(
  async () => {
    sheet = await startSheet();
    return { stop: sheet.stop };
  },
  (node: WorkflowNode) => sheet.replace(node),
);
const { example, messagesTo, runsOf, textFrom, textOn, textsTo } = stage;
const team = '+12025550144';

example('support-inbox', ({ id }) => {
  const [ada, grace, doubtful] = ['+12025550119', '+12025550120', '+12025550121'] as const;
  const readUnread = async (phone: string) => {
    const { data } = await stage.service.client.conversation.list({ phone });
    return data[0]?.unread;
  };
  const quickly = async (from: string, ...texts: string[]) => {
    for (const text of texts) await textFrom(from, text);
  };

  it('replies once to three quick texts about the hours', async () => {
    await untilKeyStays();
    const runs = await runsOf(id, 1, () => quickly(ada, 'hi', 'are you', 'open?'));
    expect(runs.map(({ status }) => status)).toEqual(['success']);
    expect(await textsTo(ada)).toEqual([expect.stringMatching(/^We are open Monday to Friday/)]);
    expect(await textsTo(team)).toEqual([]);
    expect(await readUnread(ada)).toBe(3);
  });
  it('gives everything else to the team, and thanks the customer once', async () => {
    await stage.service.client.contact.upsert({ phone: grace, first_name: 'Grace' });
    await runsOf(id, 1, () => quickly(grace, 'My parcel', 'is broken'));
    expect(await textOn(grace, /^Thank you, Grace\. A colleague replies soon\.$/)).toBeDefined();
    expect(await textOn(team, /^New text from Grace: My parcel\nis broken$/)).toBeDefined();
    await runsOf(id, 1, () => textFrom(grace, 'Hello?'));
    expect(await textOn(team, /^New text from Grace: Hello\?$/)).toBeDefined();
    expect(await textsTo(grace)).toHaveLength(1);
    expect(await readUnread(grace)).toBe(3);
  });
  it('gives the team what only mentions hours, and each question about them its reply', async () => {
    await untilKeyStays();
    const complaints = {
      '+12025550101': 'I have been waiting 3 hours for my delivery',
      '+12025550102': 'Please close my account',
      '+12025550103': 'The box was open when it came',
    };
    const questions = {
      '+12025550104': 'What are your opening hours?',
      '+12025550105': 'Are you still open today?',
      '+12025550106': 'When do you close on Friday',
      '+12025550107': 'HOURS',
    };
    const all = Object.entries({ ...complaints, ...questions });
    await runsOf(id, all.length, async () => {
      for (const [phone, text] of all) await textFrom(phone, text);
    });
    for (const [phone, text] of Object.entries(complaints)) {
      expect(await textsTo(team)).toContainEqual(`New text from ${phone}: ${text}`);
      expect(await textsTo(phone)).toEqual(['Thank you. A colleague replies soon.']);
    }
    for (const phone of Object.keys(questions))
      expect(await textsTo(phone)).toEqual([expect.stringMatching(/^We are open Monday/)]);
  });
  it('leaves texts that may be an opt-out to the team', async () => {
    await runsOf(id, 1, () => textFrom(doubtful, 'How do I get off this list?'));
    expect(await textOn(team, /How do I get off this list\?$/)).toBeDefined();
    expect(await textsTo(doubtful)).toEqual([]);
  });
  it('does not reply to the team, and starts no run after STOP', async () => {
    const before = await textsTo(team);
    const [run] = await runsOf(id, 1, async () => {
      await textFrom(grace, 'STOP');
      await textFrom(team, 'Thanks');
    });
    expect(run).toMatchObject({ status: 'success' });
    expect(await textsTo(team)).toEqual(before);
  });
});

example('broadcast-from-a-sheet', ({ id }) => {
  const [approver, ada, unnamed, stopped] = [
    '+12025550144',
    '+12025550122',
    '+12025550123',
    '+12025550124',
  ] as const;
  const questions = async () =>
    (await stage.textsOn(approver)).filter((text) =>
      /^Send "Summer sale" to 2 people\? Rejected rows: 1\. It needs 2 segments\. The first text: Hi \w+, our/.test(
        text,
      ),
    );
  const run = async (decision: string) => {
    const asked = (await questions()).length;
    const { id: runId } = await executeWorkflow(stage.n8n, id);
    await poll(120_000, async () => (await questions()).length > asked || undefined);
    await textFrom(approver, decision);
    expect(await waitForExecution(stage.n8n, runId)).toMatchObject({ status: 'success' });
  };
  const broadcasts = async () => (await stage.service.client.broadcast.list({})).data;

  it('shows what it costs, and sends nothing after a NO', async () => {
    for (const phone of [ada, unnamed]) await stage.addAtNoon(phone);
    await stage.optOut(stopped);
    sheet.fill([
      { Phone: ada, Name: 'Ada' },
      { Phone: unnamed, Name: '' },
      { Phone: stopped, Name: 'Bob' },
      { Phone: 'unknown', Name: 'Eve' },
    ]);
    await run('No');
    expect(await broadcasts()).toEqual([]);
  });
  it('sends the broadcast after a YES, with the names of the sheet', async () => {
    await run('Yes');
    expect(await textOn(ada, /^Hi Ada, our summer sale starts today/)).toBeDefined();
    expect(await textOn(unnamed, /^Hi there, our summer sale starts today/)).toBeDefined();
    expect(await messagesTo(stopped)).not.toContainEqual(
      expect.objectContaining({ purpose: 'marketing' }),
    );
  });
  it('sends it to nobody twice', async () => {
    await run('Yes');
    expect(await broadcasts()).toHaveLength(1);
    expect(await textsTo(ada)).toHaveLength(1);
  });
});

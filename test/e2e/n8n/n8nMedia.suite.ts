import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  deactivate,
  executeWorkflow,
  executions,
  publishWorkflow,
  readExecution,
  type N8n,
  type Workflow,
} from '../../../scripts/n8n/n8n.ts';
import { poll } from '../../../scripts/poll.ts';
import type { Service } from '../../../scripts/serviceProcess.ts';
import { textOnlySender } from '../../service/harness/textOnly.ts';
import { journey, node, triggered } from './n8nWorkflows.ts';

const sender = '+12025550100';
const textloom = 'n8n-nodes-textloom.textloom';
const replying = 'replyWithMedia';
const refused = 'mediaNotSupported';

export const mediaWorkflows: readonly Workflow[] = [
  triggered(replying, { event: 'messageReceived', downloadMedia: true }, [
    node('Digest', 'n8n-nodes-base.crypto', 1, {
      action: 'hash',
      type: 'SHA256',
      binaryData: true,
      binaryPropertyName: 'media_0',
      dataPropertyName: 'sha256',
    }),
    node('Reply', textloom, 1, {
      resource: 'message',
      operation: 'send',
      to: "={{ $('Trigger').item.json.from }}",
      text: "={{ $('Trigger').item.json.text }}",
      additionalFields: {
        mediaUrls: ["={{ $('Trigger').item.json.media.map(({ url }) => url) }}"],
      },
      simplify: false,
    }),
  ]),
  journey(refused, {
    Send: {
      resource: 'message',
      operation: 'send',
      to: '+12025550180',
      from: { __rl: true, mode: 'sender', value: textOnlySender },
      text: 'Our menu',
      additionalFields: { mediaUrls: ['https://example.com/menu.jpg'] },
    },
  }),
];

/** Tests pictures that people send to a workflow, and pictures that a workflow sends. */
export function describeMedia(stage: () => { readonly service: Service; readonly n8n: N8n }): void {
  describe('an MMS', () => {
    // The service and n8n pass on files of this size in several parts.
    const picture = Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      randomBytes(300_000),
    ]);
    beforeAll(() => publishWorkflow(stage().n8n, replying));
    afterAll(() => deactivate(stage().n8n, replying));

    it.each([
      ['with a text', '+12025550181', 'Is this mine?', 1],
      ['without a text', '+12025550182', '', 2],
    ])('%s starts a workflow with its file, which replies with it', async (...one) => {
      const [, handset, text, runs] = one;
      const { service, n8n } = stage();
      const dataUrl = `data:image/png;base64,${picture.toString('base64')}`;
      await service.textFrom(handset, sender, text, [dataUrl]);
      const { nodes } = await poll(120_000, async () => {
        const found = await executions(n8n, replying);
        const [latest] = found;
        if (found.length < runs || !['success', 'error'].includes(latest!.status)) return undefined;
        return readExecution(n8n, latest!.id);
      });

      const started = nodes.Trigger![0]!.outputs[0]![0]!;
      expect(started.json).toMatchObject({
        from: handset,
        text,
        media: [{ content_type: 'image/png', size: picture.length }],
      });
      expect(started.binary).toEqual({
        media_0: expect.objectContaining({
          mimeType: 'image/png',
          fileType: 'image',
          fileExtension: 'png',
          fileName: expect.stringMatching(/^med_\w+\.png$/),
        }),
      });
      const { sha256 } = nodes.Digest![0]!.outputs[0]![0]!.json;
      expect(sha256).toBe(createHash('sha256').update(picture).digest('hex'));

      const media = started.json.media as { url: string }[];
      const reply = nodes.Reply![0]!.outputs[0]![0]!.json;
      expect(reply).toMatchObject({ to: handset, text, media: [{ url: media[0]!.url }] });
      const arrived = await poll(120_000, async () =>
        (await service.textsOn(handset)).find(({ direction }) => direction === 'to_handset'),
      );
      expect(arrived).toMatchObject({ from: sender, text, media: [{ url: media[0]!.url }] });
      const opened = await fetch(arrived.media[0]!.url);
      expect(opened.headers.get('content-type')).toBe('image/png');
      expect(Buffer.from(await opened.arrayBuffer()).equals(picture)).toBe(true);
    });

    it('from a number whose carrier sends no media fails with the remedy, and sends nothing', async () => {
      const { service, n8n } = stage();
      const { id } = await service.client.number.provision({ number: textOnlySender });
      const { status, error } = await executeWorkflow(n8n, refused);
      expect(status).toBe('error');
      expect(error).toMatchObject({
        message: 'No carrier can send media from this sender to this recipient [item 0]',
        description: "Remove the 'Media URLs', or choose another sender in 'From'.",
        httpCode: '422',
        context: { data: { code: 'media_not_supported', retryable: false } },
      });
      expect((await service.client.message.list({ from: textOnlySender })).data).toEqual([]);
      await service.client.number.release({ id });
    });
  });
}

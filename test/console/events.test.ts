import { describe, expect, it } from '@jest/globals';
import { createEventParser, readEvents } from '../../console/src/api/events.ts';

const stream =
  ': hello\r\n\r\nevent: text\r\ndata: {"a":\r\ndata: 1}\r\n\r\nid: 7\ndata:plain\n\nevent: text\n\n';
const events = [
  { type: 'text', data: '{"a":\n1}' },
  { type: 'message', data: 'plain' },
];

describe('server-sent events', () => {
  it('are the same wherever the stream is split', () => {
    for (let cut = 0; cut <= stream.length; cut++) {
      const parse = createEventParser();
      expect([...parse(stream.slice(0, cut)), ...parse(stream.slice(cut))]).toEqual(events);
    }
  });

  it('wait for the blank line that ends them', () => {
    const parse = createEventParser();
    expect(parse('data: half')).toEqual([]);
    expect(parse(' and half\n')).toEqual([]);
    expect(parse('\n')).toEqual([{ type: 'message', data: 'half and half' }]);
  });

  it('keep characters intact that are split in transit', async () => {
    const bytes = new TextEncoder().encode('data: 📦\n\n');
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.slice(0, 8));
        controller.enqueue(bytes.slice(8));
        controller.close();
      },
    });
    const read = [];
    for await (const batch of readEvents(body)) read.push(...batch);
    expect(read).toEqual([{ type: 'message', data: '📦' }]);
  });
});

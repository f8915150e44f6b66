export interface ServerSentEvent {
  readonly type: string;
  readonly data: string;
}

/** The service never leaves a stream silent for this long, so the connection must be dead. */
const idleTimeoutMs = 45_000;

/** Yields the events of a stream in batches that arrive together. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<ServerSentEvent[], void, undefined> {
  const parse = createEventParser();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await withTimeout(idleTimeoutMs, reader.read());
      if (done) return;
      const events = parse(decoder.decode(value, { stream: true }));
      if (events.length > 0) yield events;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * Parses a stream of server-sent events piece by piece, and returns the events that each piece
 * completes.
 */
export function createEventParser(): (chunk: string) => ServerSentEvent[] {
  let rest = '';
  let type = '';
  let data: string[] = [];

  return (chunk) => {
    // A \r at the end waits, because it may be the first half of a \r\n.
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    const events: ServerSentEvent[] = [];
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) events.push({ type: type || 'message', data: data.join('\n') });
        type = '';
        data = [];
        continue;
      }
      const [, field, value] = /^([^:]*):? ?(.*)$/s.exec(line)!;
      if (field === 'event') type = value!;
      if (field === 'data') data.push(value!);
    }
    return events;
  };
}

function withTimeout<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error('The stream timed out'));
  }, milliseconds);
  return Promise.race([promise, late]).finally(() => {
    clearTimeout(timer);
  });
}

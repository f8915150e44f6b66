import { json } from 'node:stream/consumers';
import { startServer } from '../../../scripts/programs/startServer.ts';

export interface Asked {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}
/** What the model says, or the tool that it calls. Without either, the model fails. */
interface Turn {
  readonly says?: string;
  readonly calls?: string;
  /** The input of the call, or of each of several calls at the same time. */
  readonly with?: object | readonly object[];
}

/** Calls the first tool that the model is offered, and then ends. A prompt in JSON is the input. */
function callFirstTool({ messages, tools }: Asked): Turn {
  if (messages.at(-1)?.role === 'tool') return { says: 'Done' };
  const prompt = messages.at(-1)?.content as string;
  const input = prompt.startsWith('[') ? (JSON.parse(prompt) as object[]) : {};
  const calls = [input].flat().map((one) => ({ toolParameters: one, hitlParameters: {}, ...one }));
  return { calls: tools?.[0]?.function.name ?? '', with: calls };
}

/** Replaces OpenAI's language model. It takes its turns from a function. */
export async function startModel(turnOf: (asked: Asked) => Turn = callFirstTool) {
  /** Holds the result of each call. */
  const notified: string[] = [];
  let count = 0;
  const { url, stop } = await startServer(async (request, response) => {
    const asked = (await json(request)) as Asked;
    const turns = asked.messages.map(({ role }) => role);
    const results = asked.messages.slice(turns.lastIndexOf('assistant') + 1);
    for (const { role, content } of results)
      if (role === 'tool') notified.push(JSON.stringify(content));
    const turn = turnOf(asked);
    if (turn.says === undefined && turn.calls === undefined) {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: 'The model is not available' } }));
      return;
    }
    const calls = [turn.with ?? {}].flat().map((input) => ({
      id: `call_${count++}`,
      type: 'function',
      function: { name: turn.calls, arguments: JSON.stringify(input) },
    }));
    const message =
      turn.calls === undefined
        ? { role: 'assistant', content: turn.says }
        : {
            role: 'assistant',
            content: null,
            tool_calls: calls,
          };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        id: 'chat',
        object: 'chat.completion',
        created: 0,
        model: 'any',
        choices: [
          {
            index: 0,
            message,
            finish_reason: turn.calls === undefined ? 'stop' : 'tool_calls',
          },
        ],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    );
  });
  return {
    url: `${url}/v1`,
    told: notified,
    stop,
  };
}

import type { McpServer } from '@modelcontextprotocol/server';

/**
 * Lets a question to the person end after its time, and as one that the person left if the client
 * fails. Otherwise the agent reads an error of the SDK, which does not say that nothing was sent.
 */
export function endQuestions({ server }: McpServer): void {
  const request: Send = server.request.bind(server);
  const send: Send = async (message, options) => {
    if (message.method !== 'elicitation/create') return request(message, options);
    try {
      // A client that reports progress must not keep a question open forever.
      return await request(message, { ...options, resetTimeoutOnProgress: false });
    } catch (error) {
      if (options?.signal?.aborted) throw error;
      return { action: 'cancel' };
    }
  };
  Object.assign(server, { request: send });
}

type Send = (
  message: { readonly method: string },
  options?: { readonly signal?: AbortSignal; readonly resetTimeoutOnProgress?: boolean },
) => Promise<unknown>;

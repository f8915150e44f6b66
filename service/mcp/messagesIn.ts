/** A message of JSON-RPC whose fields nobody has checked yet. */
export interface UncheckedMessage {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly name?: unknown; readonly requestId?: unknown } | null;
}

/** Returns the messages in the body of a request, which clients of 2025 can send as a list. */
export const messagesIn = (body: unknown): readonly UncheckedMessage[] =>
  [body].flat().filter((one) => typeof one === 'object' && one !== null);

/** Refuses a request as the SDK does. */
export const refuse = (
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  Response.json(
    { jsonrpc: '2.0', error: { code: status === 404 ? -32001 : -32000, message }, id: null },
    { status, headers },
  );

/** Clients give up after a minute, so the agent learns before then what happened. */
const callMs = 50_000;

/** Aborts when the client cancels a call, when the call takes too long, and when the server stops. */
export const callSignal = (canceled: AbortSignal, stopping: AbortSignal | undefined): AbortSignal =>
  AbortSignal.any([canceled, AbortSignal.timeout(callMs), ...(stopping ? [stopping] : [])]);

import { processorTimes } from '../processorTime.ts';
import { runDriver } from './runDriver.ts';
import { startFloor } from './startFloor.ts';
import { hasKannel, startKannel } from './startKannel.ts';

/** How many connections send messages. */
export const connections = 64;

export interface Kannel {
  /** Messages per second from the request to the report. */
  readonly rate: number;
  /** The processor time of a message in milliseconds. */
  readonly cost: number;
}

/** Returns how many messages per second a server takes that stores nothing. */
export async function measureFloor(messages: number): Promise<number> {
  process.stdout.write(`floor: sending ${messages} messages …\n`);
  const { url, stop } = await startFloor();
  try {
    const load = { urls: [url], apiKey: '', connections, messages };
    // V8 compiles the code in the first run.
    await runDriver(load);
    return (await runDriver(load)).endToEndPerSecond;
  } finally {
    stop();
  }
}

/** Measures Kannel, with a message center that accepts everything and reports it as accepted. */
export async function measureKannel(messages: number): Promise<Kannel | undefined> {
  if (!hasKannel()) return undefined;
  process.stdout.write(`Kannel: sending ${messages} messages …\n`);
  const { url, pids, stop } = await startKannel();
  try {
    const before = await processorTimes(pids);
    const results = await runDriver({ urls: [url], apiKey: undefined, connections, messages });
    if (results.lost + results.refused > 0)
      throw new Error(`Kannel lost or refused ${results.lost + results.refused} messages`);
    const cost = ((await processorTimes(pids)) - before) / messages;
    return { rate: results.endToEndPerSecond, cost };
  } finally {
    await stop();
  }
}

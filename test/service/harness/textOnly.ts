import { freePort } from '../../../scripts/programs/port.ts';

/** A number whose carrier sends texts but no media. An account must provision it first. */
export const textOnlySender = '+4915112345678';

/**
 * Returns the settings of a service with the simulated handsets and with a provider whose requests
 * contain no `{media}`.
 */
export async function withTextOnlyCarrier() {
  const port = await freePort();
  return {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    CARRIERS: JSON.stringify([
      { type: 'handset' },
      {
        type: 'http',
        name: 'text-only',
        base_url: 'https://provider.example',
        numbers: [textOnlySender],
        callback_secret: 'a secret of these tests',
      },
    ]),
  };
}

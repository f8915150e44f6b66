import { expect, it } from '@jest/globals';
import { createAppTester, type Bundle, type ZObject } from 'zapier-platform-core';
import { contract, sampleOf } from '@textloom/shared/contract';
import app from '../../connectors/zapier/src/index.ts';
import { sendMessageAndWaitForReply } from '../../connectors/zapier/src/creates/sendMessageAndWaitForReply.ts';
import { startFarSide } from './farSide.ts';

const run = createAppTester(app);
const { perform } = sendMessageAndWaitForReply.operation as {
  perform: (z: ZObject, bundle: Bundle) => Promise<object>;
};
const hour = 3_600_000;

/** Returns the hours until the wait for this message ends. */
async function hoursOfWait(sendAt: string | null): Promise<number> {
  let end: string | undefined;
  const far = await startFarSide((asked, body) => {
    if (asked === 'POST /v1/messages')
      return { status: 202, body: { ...sampleOf(contract.message.send.output), send_at: sendAt } };
    end = (body as { expires_at: string }).expires_at;
    return { status: 201, body: sampleOf(contract.webhook.create.output) };
  });
  try {
    const inputData = { to: '+12025550123', text: 'Now?', time_limit: 120 };
    const meta = { isLoadingSample: false } as Bundle['meta'];
    await run(perform, { authData: far.authData, inputData, meta });
    return (Date.parse(end!) - Date.now()) / hour;
  } finally {
    await far.stop();
  }
}

it('measures the wait for the reply to a held text from when the text is sent', async () => {
  expect(await hoursOfWait(null)).toBeCloseTo(2, 1);
  expect(await hoursOfWait(new Date(Date.now() + 10 * hour).toISOString())).toBeCloseTo(12, 1);
});

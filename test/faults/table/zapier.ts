import type { Fault } from '../fault.ts';

// prettier-ignore
export const zapier: readonly Fault[] = [
  { file: 'connectors/zapier/src/sending/wait.ts', find: 'const start = send_at === null ? Date.now() : Date.parse(send_at);', plant: 'const start = send_at === null ? Date.now() : Date.now();', harm: 'lost', why: 'the wait for a held text ends before the text is sent', suite: 'test/zapier/wait.test.ts' },
  { file: 'connectors/zapier/src/sending/wait.ts', find: 'start + minutes * 60_000', plant: 'start + minutes * 1_000', harm: 'lost', why: 'a run continues after seconds instead of minutes', suite: 'test/zapier/wait.test.ts' },
  { file: 'connectors/zapier/src/hooks/hook.ts', find: 'if (!gone) throw error;', plant: 'void gone;', harm: 'wrong', why: 'a Zap that was turned off still gets events, and no error is reported', suite: 'test/zapier/hooks.test.ts', only: 'turned off' },
  { file: 'connectors/zapier/src/hooks/hook.ts', find: '[404, 410].includes(error.status)', plant: '[410].includes(error.status)', harm: 'wrong', why: 'a Zap whose subscription is gone cannot be turned off', suite: 'test/zapier/hooks.test.ts', only: 'turned off' },
  { file: 'connectors/zapier/src/hooks/hook.ts', find: 'const rememberedSeconds = 2 * toleranceSeconds;', plant: 'const rememberedSeconds = 60 * 60;', harm: 'forged', why: 'a captured delivery starts the Zap again after an hour', suite: 'test/zapier/hooks.test.ts', only: 'a delivery to a Zap' },
  { file: 'connectors/zapier/src/hooks/hook.ts', find: 'const toleranceSeconds = 24 * 60 * 60;', plant: 'const toleranceSeconds = 60 * 60;', harm: 'lost', why: 'deliveries that Zapier holds while a Zap is paused are lost', suite: 'test/zapier/hooks.test.ts', only: 'a delivery to a Zap' },
  { file: 'shared/connector/seenEvents.ts', find: '  } catch {\n    return true;', plant: '  } catch {\n    return false;', harm: 'lost', why: "a delivery is lost if Zapier's store fails", suite: 'test/zapier/hooks.test.ts', only: 'a delivery to a Zap' },
  { file: 'shared/connector/seenEvents.ts', find: '(await seen.add(key)) !== false', plant: '(await seen.add(key)) !== null', harm: 'sent twice', why: 'a repeated delivery starts the Zap again', suite: 'test/zapier/hooks.test.ts', only: 'a delivery to a Zap' },
  { file: 'connectors/zapier/src/hooks/hook.ts', find: "process.env[signaturesSetting] === 'off'", plant: "process.env[signaturesSetting] !== 'on'", harm: 'forged', why: 'signatures are not checked', suite: 'test/zapier/hooks.test.ts', only: 'a delivery to a Zap' },
  { file: 'shared/connector/delivery.ts', find: 'if (!(error instanceof WebhookVerificationError)) throw error;', plant: 'throw error;', harm: 'forged', why: 'a forger can turn Zaps off', suite: 'test/zapier/hooks.test.ts', only: 'a delivery to a Zap' },
  { file: 'connectors/zapier/src/hooks/hook.ts', find: 'return types.includes(event.type) &&', plant: 'return types.length > 0 &&', harm: 'wrong', why: 'a Zap starts on events that it does not subscribe to', suite: 'test/zapier/hooks.test.ts' },
];

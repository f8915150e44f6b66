import type { Fault } from '../fault.ts';

const suite = 'test/service/carriers/carrierSetup.test.ts';
const unit = 'test/service/carriers/carrierActivity.test.ts';

// prettier-ignore
export const carrierSetup: readonly Fault[] = [
  { file: 'service/handlers/carrier.ts', find: "if (!account.is_operator) fail('operator_only');", plant: "void [account, fail];", harm: 'another account', why: 'every account sees the carriers of the operator', suite, only: 'hides the carriers' },
  { file: 'service/handlers/carrier.ts', find: "      only: name,\n", plant: "", harm: 'wrong', why: 'the test text leaves through another carrier than the tested one', suite, only: 'refuses a test' },
  { file: 'service/handlers/carrier.ts', find: ".where('carrier', '=', carrier)", plant: ".where('number', 'is not', null)", harm: 'wrong', why: 'the test of a carrier sends from a number of another carrier', suite, only: 'refuses a test' },
  { file: 'service/carriers/state/readStates.ts', find: "advice[same[0]!.code ?? ''] ?? same[0]!.message", plant: "same[0]!.message", harm: 'wrong', why: 'an error does not say what to do', suite, only: 'says what to do about a refusal, and counts' },
  { file: 'service/carriers/openCarriers.ts', find: "activity?.fail(name, toFault(redacted));", plant: "", harm: 'wrong', why: 'a carrier fails without a visible reason', suite, only: 'as failing' },
  { file: 'service/carriers/state/activity.ts', find: "code.replace(/\\D/g, '').length >= minPhoneDigits", plant: "/\\d{8}/.test(code)", harm: 'leaked', why: 'the errors of a carrier contain a phone number with spaces or hyphens', suite: unit, only: 'could be a phone number' },
  { file: 'service/carriers/state/activity.ts', find: " && !smppStatus.test(code)", plant: "", harm: 'wrong', why: 'the errors of an SMPP carrier leave out the status', suite: unit, only: 'could be a phone number' },
  { file: 'service/carriers/state/activity.ts', find: "if (faults.size > maxFaults) faults.delete(oldest!);", plant: "void [oldest, maxFaults];", harm: 'limit', why: 'the memory for errors grows without a limit', suite: unit, only: 'ten different errors' },
  { file: 'service/carriers/state/activity.ts', find: "if (minute <= now - windowMinutes) minutes.delete(minute);", plant: "if (minute < 0) minutes.delete(now);", harm: 'wrong', why: 'the counts never decrease', suite: unit, only: 'counts five minutes' },
  { file: 'service/cli/commands/carriers.ts', find: "if (found.some(({ kind }) => kind === 'problem')) break;", plant: "", harm: 'wrong', why: 'the test sends a text although its receipt cannot arrive', suite, only: 'stops before it sends' },
  { file: 'service/cli/commands/carriers.ts', find: "last.kind === 'warning' ? noReceipt : 0", plant: "last.kind === 'ok' ? noReceipt : 0", harm: 'wrong', why: 'a test without a receipt counts as passed', suite, only: 'ends with 3' },
  { file: 'service/cli/carrierTest/textSteps.ts', find: "if (isUnsentStatus(message.status))\n", plant: "if (!message)\n", harm: 'sent twice', why: 'the text of a failed test arrives hours later', suite, only: 'cancels a text' },
  { file: 'service/cli/carrierTest/textSteps.ts', find: "message = await follow(cancel, text.waitMs, unsentStatuses);", plant: "message = await cancel();", harm: 'sent twice', why: 'the text of a failed test arrives hours later if the carrier was receiving it', suite: 'test/cli/textSteps.test.ts' },
  { file: 'service/cli/carrierTest/textSteps.ts', find: "state.status === 'failing' || last_at >= created_at", plant: "last_at !== created_at", harm: 'wrong', why: 'a test text that a carrier does not accept is explained with the error of another text', suite: 'test/cli/textSteps.test.ts' },
  { file: 'service/carriers/http/checkAccount.ts', find: "if (status >= 200 && status < 300) return", plant: "if (status >= 200 && status < 500) return", harm: 'wrong', why: 'wrong credentials pass the test', suite, only: 'refuses the credentials' },
  { file: 'service/cli/commands/carriers.ts', find: "name: 'key', run:", plant: "name: 'access', run:", harm: 'wrong', why: 'the documentation describes a step of the test of a carrier under another name', suite: 'test/docs.test.ts', only: 'each step of the test' },
  { file: 'docs/carriers.md', find: 'For Twilio, Vonage, Telnyx, Plivo and SMSGate, and', plant: 'For Twilio, Vonage, Telnyx and SMSGate, and', harm: 'wrong', why: 'the documentation says that messages test a provider that Textloom asks first', suite: 'test/docs.test.ts', only: 'asks before it tests' },
  { file: 'service/cli/carrierTest/setupSteps.ts', find: "state?.status === 'failing'", plant: "state?.status === 'stopped'", harm: 'down', why: 'the test of an SMPP carrier that is down finds nothing', suite: 'test/service/carriers/carrierSetup.test.ts', only: 'as the command tests it' },
];

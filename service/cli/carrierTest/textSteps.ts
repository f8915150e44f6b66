import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '@textloom/shared/contract';
import type { CarrierConfig } from '../../carriers/readCarriers.ts';
import { isUnsentStatus, unsentStatuses } from '../../messages/statusMachine.ts';
import { ok, problem, warning, type Finding } from '../doctor/finding.ts';
import { readCarrier, type CallService } from './createCallService.ts';
import { adviceOn, type Step } from './setupSteps.ts';

interface TestText {
  readonly to: string;
  readonly from: string | undefined;
  /** How long to wait for the carrier, and then for the receipt. */
  readonly waitMs: number;
}

const pollMs = 300;

/** Returns the steps that send a text through a carrier and follow it to the phone. */
export function textSteps(call: CallService, carrier: CarrierConfig, text: TestText): Step[] {
  let message: Message | undefined;
  return [
    {
      name: 'text',
      run: async () => {
        const sent = await call('POST', `/carriers/${carrier.name}/test`, {
          to: text.to,
          ...(text.from !== undefined && { from: text.from }),
        });
        message = toMessage(sent);
        return [ok('The service accepted the test text.')];
      },
    },
    {
      name: 'carrier',
      run: async () => {
        const { id } = message!;
        const read = () => readMessage(call, id);
        message = await follow(read, text.waitMs, unsentStatuses);
        // The service refuses this while the carrier receives the text, which it may not accept.
        const cancel = () => call('POST', `/messages/${id}/cancel`).then(toMessage, read);
        if (isUnsentStatus(message.status))
          message = await follow(cancel, text.waitMs, unsentStatuses);
        return [await explainSubmit(call, carrier, message)];
      },
    },
    {
      name: 'receipt',
      run: async () => {
        const { id } = message!;
        message = await follow(() => readMessage(call, id), text.waitMs, ['sent']);
        return [await explainReceipt(call, carrier, message, text.waitMs)];
      },
    },
  ];
}

const toMessage = (response: unknown): Message => response as Message;

const readMessage = (call: CallService, id: string): Promise<Message> =>
  call('GET', `/messages/${id}`).then(toMessage);

/** Asks for the message while it has one of these statuses. */
async function follow(
  ask: () => Promise<Message>,
  waitMs: number,
  during: readonly Message['status'][],
): Promise<Message> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const message = await ask();
    if (!during.includes(message.status) || performance.now() > deadline) return message;
    await sleep(pollMs);
  }
}

async function explainSubmit(
  call: CallService,
  carrier: CarrierConfig,
  { id, status, error, created_at }: Message,
): Promise<Finding> {
  if (status === 'failed') return explainError(carrier, error);
  const isCanceled = status === 'canceled';
  if (!isCanceled && !isUnsentStatus(status))
    return ok(`The carrier ${carrier.name} accepted the text.`);
  const state = await readCarrier(call, carrier.name);
  // An earlier error of a carrier that works is about another text.
  const last = state?.errors.find(
    ({ last_at }) => state.status === 'failing' || last_at >= created_at,
  );
  const reason = last
    ? `${last.message}${last.code === null ? '' : ` (${last.code})`}.`
    : 'It may be busy, or its connection may be down. The log of the service has the reason.';
  return problem(
    `The carrier ${carrier.name} did not accept the text in time, ${isCanceled ? 'so the text is canceled' : `but may still receive it. Cancel the message ${id} in the console`}. ${reason}`,
  );
}

async function explainReceipt(
  call: CallService,
  carrier: CarrierConfig,
  { status, error }: Message,
  waitMs: number,
): Promise<Finding> {
  if (status === 'delivered') return ok('The text arrived on the phone.');
  if (status !== 'sent') return explainError(carrier, error);
  const state = await readCarrier(call, carrier.name);
  const next =
    state?.callback_url && state.last_callback_at === null
      ? `The provider has reported nothing to ${state.callback_url} yet. Check PUBLIC_URL and the settings at the provider.`
      : 'Some networks report late or never. Look for the text on the phone, and for its status in the console.';
  return warning(`No receipt arrived within ${waitMs / 1000} seconds. ${next}`);
}

const explainError = (carrier: CarrierConfig, error: Message['error']): Finding => {
  const code = error?.carrier_code ?? null;
  const what = error?.message ?? 'The text did not arrive';
  return problem(
    `${what}${code === null ? '' : ` (${code})`}. ${adviceOn(carrier, code) ?? 'Look up the code in the documentation of the provider.'}`,
  );
};

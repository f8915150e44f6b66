import { contract, type Output } from '@textloom/shared/contract';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { toProblem } from '../errors/toProblem.ts';
import { ServiceError } from '../errors/serviceError.ts';
import { iso } from '../times/iso.ts';
import { draftMessages } from './draftMessages.ts';
import { valueOrUndefined, type NewMessage } from './facts.ts';

const { preview } = contract.message;

/** Predicts the result of sending a message, based on the same draft as sending. */
export async function previewMessage(
  unit: UnitOfWork & { readonly requestId: string },
  input: NewMessage,
): Promise<Output<typeof preview>> {
  const [draft] = await draftMessages(unit, [input]);
  const { facts, row } = draft!;
  const isRefused = row instanceof ServiceError;
  const encoded = valueOrUndefined(facts.encoded);
  const timing = valueOrUndefined(facts.timing);
  return {
    would_send: !isRefused,
    problem: isRefused ? toProblem(row, unit.requestId, preview.input) : null,
    status: isRefused ? null : row.status === 'scheduled' ? 'scheduled' : 'queued',
    to: valueOrUndefined(facts.recipient) ?? null,
    from: valueOrUndefined(facts.number)?.number ?? null,
    country: facts.country,
    encoding: encoded?.encoding ?? null,
    segments: encoded?.segments ?? null,
    text: valueOrUndefined(facts.text) ?? null,
    sent_text: encoded?.sentText ?? null,
    send_at: iso(timing?.sendAt ?? null),
    held_reason: timing?.heldReason ?? null,
    expires_at: iso(timing?.expiresAt ?? null),
  };
}

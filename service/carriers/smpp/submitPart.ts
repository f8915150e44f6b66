import { ownRef, submitReference, type Submission } from '../carrier.ts';
import { computeRetryMs } from '../createBackoff.ts';
import type { CarrierDeps } from '../defineCarrier.ts';
import { UnsentError } from '../unsentError.ts';
import { toDestinationFields, toSourceFields, type AddressKind } from './addressFields.ts';
import { relativeValidity } from './compose.ts';
import type { IncomingOptions } from './incoming.ts';
import type { Link } from './link/link.ts';
import type { LinkOptions } from './link/linkOptions.ts';
import type { PartResult } from './partResult.ts';
import { normalizeId } from './receiptId.ts';
import { SessionLostError, type Fields } from './session.ts';
import { interpretStatus, statusName } from './status.ts';
import type { Submit } from './link/submit.ts';

export interface SubmitOptions
  extends Pick<IncomingOptions, 'country'>, Pick<LinkOptions, 'statuses'> {
  readonly source?: AddressKind | undefined;
  readonly destination?: AddressKind | undefined;
}

export type OnLateResult = (message: Submission, part: number, late: PartResult) => Promise<void>;

interface Dependencies extends Pick<CarrierDeps, 'clock'> {
  /** Gets the result of a part that counts as sent because its response was late. */
  readonly onLateResult: OnLateResult;
  readonly report: (error: unknown) => void;
}

/** Submits the fields of one part. Resolves with null if nobody knows its ID. */
export type SubmitPart = (
  message: Submission,
  part: number,
  fields: Fields,
  when: Pick<Submit, 'deadline' | 'mayLeave'>,
) => Promise<PartResult>;

/** Creates a function that submits one part of a message over a link, once. */
export function createSubmitPart(
  link: Link,
  { source, destination, country, statuses }: SubmitOptions,
  { clock, onLateResult, report }: Dependencies,
): SubmitPart {
  const toFields = (message: Submission, part: number, fields: Fields): Fields => ({
    ...toSourceFields(message.from, source, country),
    ...toDestinationFields(message.to, destination, country),
    ...fields,
    ...(message.expiresAt && { validity_period: relativeValidity(message.expiresAt, clock()) }),
    registered_delivery: 1,
    user_message_reference: submitReference(ownRef(message.messageId, part)),
  });

  const interpretResponse = (
    { command_status: code, message_id: id }: Awaited<ReturnType<Link['submit']>>,
    { attempts }: Submission,
  ): PartResult => {
    const meaning = interpretStatus(code, statuses);
    if (meaning === 'accepted') return id ? normalizeId(id) : null;
    if (meaning === 'throttled')
      return {
        kind: 'unsent',
        retryAfterMs: link.pauseMs(),
        attempt: { result: 'throttled', code: statusName(code) },
      };
    if (meaning === 'retry')
      return {
        kind: 'unsent',
        retryAfterMs: computeRetryMs(attempts),
        attempt: { result: 'temporary_error', code: statusName(code) },
      };
    if (meaning === 'account') {
      const name = statusName(code);
      report(
        Object.assign(new Error(`The carrier refuses the account or the settings: ${name}`), {
          code: name,
        }),
      );
      // The code is about the operator's account, which the sender must not see.
      return {
        kind: 'unsent',
        retryAfterMs: computeRetryMs(attempts),
        attempt: { result: 'temporary_error' },
      };
    }
    return { kind: 'refused', error: meaning.refused, carrierCode: statusName(code) };
  };

  const interpretFailure = (error: unknown): PartResult => {
    if (error instanceof SessionLostError) return null;
    if (error instanceof UnsentError)
      return {
        kind: 'unsent',
        retryAfterMs: link.pauseMs(),
        ...(!link.isUp() && { attempt: { result: 'unreachable' } }),
      };
    throw error;
  };

  return (message, part, fields, when) => {
    const late = Promise.withResolvers<null>();
    let isLate = false;
    const result = link
      .submit({
        fields: toFields(message, part, fields),
        ...when,
        onLate: () => {
          isLate = true;
          late.resolve(null);
        },
      })
      .then((response) => interpretResponse(response, message), interpretFailure);
    result.then((found) => (isLate ? onLateResult(message, part, found) : undefined)).catch(report);
    return Promise.race([result, late.promise]);
  };
}

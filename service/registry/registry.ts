import type { Registration } from '@textloom/shared/contract';
import { hour } from '../times/durations.ts';

export type Decision =
  | { readonly status: 'approved'; readonly at: Date }
  | {
      readonly status: 'rejected';
      readonly at: Date;
      readonly rejections: Registration['rejections'];
    }
  /** The registry has not decided yet. The service asks again at this time. */
  | { readonly status: 'pending'; readonly nextReviewAt: Date };

interface Application {
  readonly id: string;
  readonly brand: Registration['brand'];
  readonly campaign: Registration['campaign'];
  /** When the registry decides. */
  readonly reviewAt: Date;
}

/** The registry that decides on 10DLC registrations. */
export interface Registry {
  /** Returns the time of the first review of an application. */
  readonly reviewAt: (submittedAt: Date) => Date;
  /** Returns the decision. The call is idempotent. */
  readonly review: (application: Application) => Promise<Decision>;
}

/** Maps the last four digits of an EIN to a rejection. All other EINs are approved. */
const rejectionsByEin: Readonly<Record<string, Registration['rejections'][number]>> = {
  '0000': {
    pointer: '/brand/ein',
    detail: 'The tax office has no business with this legal name and EIN',
  },
  '0001': {
    pointer: '/campaign/message_flow',
    detail: 'The reviewer found no proof of how people consent to the messages',
  },
};

/** Simulates a registry. The last four digits of the EIN determine the decision. */
export const createSimulatedRegistry = (reviewHours: number): Registry => ({
  reviewAt: (submittedAt) => new Date(submittedAt.getTime() + reviewHours * hour),

  async review({ brand, reviewAt: at }) {
    const rejection = rejectionsByEin[brand.ein?.slice(-4) ?? ''];
    return rejection
      ? { status: 'rejected', at, rejections: [rejection] }
      : { status: 'approved', at };
  },
});

import type { Registration } from '@textloom/shared/contract';

export type Decision =
  | { readonly status: 'approved'; readonly at: Date }
  | {
      readonly status: 'rejected';
      readonly at: Date;
      readonly rejections: Registration['rejections'];
    }
  /** Not decided yet; asked again then. */
  | { readonly status: 'pending'; readonly askAgainAt: Date };

export interface Application {
  readonly id: string;
  readonly brand: Registration['brand'];
  readonly campaign: Registration['campaign'];
  /** When the registry is due to have decided. */
  readonly reviewAt: Date;
}

/** Who decides on the registrations for 10DLC. */
export interface Registry {
  /** When it is first asked about what is submitted now. */
  readonly reviewAt: (submittedAt: Date) => Date;
  /** Its decision. To ask twice changes nothing. */
  readonly review: (application: Application) => Promise<Decision>;
}

const hour = 3_600_000;

/** By the last four digits of the EIN; all others are approved. */
const rejectionsOf: Readonly<Record<string, Registration['rejections'][number]>> = {
  '0000': {
    pointer: '/brand/ein',
    detail: 'The tax office knows no business of this legal name by this EIN',
  },
  '0001': {
    pointer: '/campaign/message_flow',
    detail: 'The reviewer found no proof there of how people agree to the messages',
  },
};

/** A registry that exists only here, and does what the end of the EIN says. */
export const simulatedRegistry = (reviewHours: number): Registry => ({
  reviewAt: (submittedAt) => new Date(submittedAt.getTime() + reviewHours * hour),

  async review({ brand, reviewAt: at }) {
    const rejection = rejectionsOf[brand.ein?.slice(-4) ?? ''];
    return rejection
      ? { status: 'rejected', at, rejections: [rejection] }
      : { status: 'approved', at };
  },
});

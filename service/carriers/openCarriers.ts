import { createCarriers, type Carriers } from './carriers.ts';
import { handsetCarrier, type HandsetOptions } from './handset/handset.ts';
import type { CarrierConfig } from './readCarriers.ts';
import { smppCarrier } from './smpp/smpp.ts';

interface Deps extends HandsetOptions {
  readonly onError: (error: unknown, doing: string) => void;
}

/** The carriers as they are configured; they do nothing until they are started. */
export const openCarriers = (configs: readonly CarrierConfig[], deps: Deps): Carriers =>
  createCarriers(
    configs.map((config) => ({
      prefixes: config.prefixes,
      senders: config.senders,
      carrier: config.type === 'handset' ? handsetCarrier(deps) : smppCarrier(config, deps),
    })),
  );

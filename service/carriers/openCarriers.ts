import { createCarriers, type Carriers } from './carriers.ts';
import { handsetCarrier, type HandsetOptions } from './handset/handset.ts';
import type { CarrierConfig } from './readCarriers.ts';
import { smppCarrier } from './smpp/smpp.ts';

interface Deps extends HandsetOptions {
  readonly onError: (error: unknown, doing: string) => void;
}

/** Creates the configured carriers. They do nothing until they start. */
export const openCarriers = (configs: readonly CarrierConfig[], deps: Deps): Carriers =>
  createCarriers(
    configs.map((config) => ({
      prefixes: config.prefixes,
      senders: config.senders,
      carrier: config.type === 'handset' ? handsetCarrier(deps) : smppCarrier(config, deps),
    })),
  );

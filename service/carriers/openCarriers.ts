import type { Callbacks } from './callbacks.ts';
import { createCarriers, type Carriers } from './carriers.ts';
import type { CarrierDeps, CarrierPlace } from './defineCarrier.ts';
import { hideSecrets, redactError } from './hideSecrets.ts';
import type { CarrierConfig } from './readCarriers.ts';
import { carrierType } from './carrierTypes.ts';
import { listSecrets } from './settings.ts';
import { toFault, type Activity } from './state/activity.ts';

/** Creates the configured carriers. They do nothing until they start. */
export const openCarriers = (
  configs: readonly CarrierConfig[],
  publicUrl: string,
  { activity, ...deps }: CarrierDeps & { readonly activity?: Activity },
): Carriers =>
  createCarriers(
    configs.map(({ type, name, settings, prefixes, senders, priority }) => {
      const { settings: fields, create, callbacks } = carrierType(type)!;
      const place = createPlace(name, publicUrl);
      const secrets = listSecrets(fields, settings);
      const carrier = create(settings, place, {
        ...deps,
        onError: (error, doing) => {
          const redacted = redactError(error, secrets);
          activity?.fail(name, toFault(redacted));
          deps.onError(redacted, doing);
        },
      });
      const own = callbacks?.(settings, place);
      return {
        prefixes,
        senders,
        priority,
        carrier: hideSecrets(carrier, secrets),
        callbacks: own,
        setup: {
          name,
          type,
          callbackUrl: own ? place.callbackUrl : null,
          inboundWebhookUrl: own?.inboundWebhookUrl ?? null,
        },
      };
    }),
  );

const createPlace = (name: string, publicUrl: string): CarrierPlace => ({
  name,
  callbackUrl: `${publicUrl}/carriers/${name}`,
});

/** Returns the readers of callbacks of all carriers that get some, without opening the carriers. */
export const createCallbacks = (
  configs: readonly CarrierConfig[],
  publicUrl: string,
): (Callbacks & CarrierPlace)[] =>
  configs.flatMap(({ type, name, settings }) => {
    const place = createPlace(name, publicUrl);
    const callbacks = carrierType(type)!.callbacks?.(settings, place);
    return callbacks ? [{ ...callbacks, ...place }] : [];
  });

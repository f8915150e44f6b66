import { isReadableEvent } from '../../store/callbackEvent.ts';
import { defineCarrier, type CarrierPlace, type CarrierType } from '../defineCarrier.ts';
import { normalizeAddress, unknownTon } from '../smpp/addressFields.ts';
import { listSecrets, type Fields, type ValuesOf } from '../settings.ts';
import { acceptEarlierPaths, callbackPaths } from './callbacks/callbackPaths.ts';
import { checkAccount } from './checkAccount.ts';
import type { CallbackCall, Dialect } from './dialect.ts';
import { engineSettings, type EngineSettings } from './engineSettings.ts';
import { httpAdvice } from './httpAdvice.ts';
import { httpCarrier } from './httpCarrier.ts';

interface HttpDefinition<T extends string, F extends Fields> extends Dialect<
  ValuesOf<F> & EngineSettings
> {
  readonly type: T;
  /** The URL of the provider's API. Without it, `base_url` is required. */
  readonly baseUrl?: string;
  readonly settings: F;
  /**
   * Returns the secret that alone decides the callback URLs, so that they stay the same when
   * another secret changes. Without it, all secrets together decide.
   */
  readonly callbackSecret?: (settings: ValuesOf<F>) => string | undefined;
  /** Says what to do about a code of the provider, as a sentence without a full stop. */
  readonly advice?: Readonly<Record<string, string>>;
  readonly check?: (
    settings: ValuesOf<F> & EngineSettings,
    fail: (name: string, what: string) => never,
  ) => void;
}

/**
 * Defines a carrier over HTTP by its dialect. Its settings are those of the engine (`base_url`,
 * `numbers`, `concurrency`, `throughput`, `timeout`) and its own.
 */
export function defineHttpCarrier<const T extends string, F extends Fields>({
  type,
  baseUrl,
  settings: own,
  callbackSecret,
  advice,
  check,
  ...dialect
}: HttpDefinition<T, F>): CarrierType<T> {
  const settings = { ...own, ...engineSettings(baseUrl) };
  type Settings = ValuesOf<F> & EngineSettings;
  // The fields of both parts have read the values.
  const typed = (values: unknown) => values as Settings;
  const createPaths = ({ name, callbackUrl }: CarrierPlace, values: unknown) => {
    const ofAll = callbackPaths(name, listSecrets(settings, values as Record<string, unknown>));
    const secret = callbackSecret?.(typed(values));
    const paths = secret ? acceptEarlierPaths(callbackPaths(name, [secret]), ofAll) : ofAll;
    return { ...paths, inboundWebhookUrl: `${callbackUrl}/${paths.texts}` };
  };
  return defineCarrier({
    type,
    settings,
    advice: { ...httpAdvice(baseUrl !== undefined), ...advice },
    checkAccount: (values) => checkAccount(dialect.account?.(typed(values))),
    ...(check && { check: (values, fail) => check(typed(values), fail) }),
    create: (values, place, deps) => {
      const { ofMessage, inboundWebhookUrl } = createPaths(place, values);
      return httpCarrier(dialect, typed(values), {
        ...place,
        toCallbackUrl: (messageId) => `${place.callbackUrl}/${ofMessage(messageId)}`,
        registrations: isPublic(place)
          ? dialect.register?.(typed(values), { ...place, callbackUrl: inboundWebhookUrl })
          : [],
        inboundWebhookUrl,
        ...deps,
      });
    },
    callbacks: (values, place) => {
      const paths = createPaths(place, values);
      const { defaultCountry } = typed(values);
      // Some providers write numbers without their plus or in national format.
      const toAddress = (written: string) =>
        normalizeAddress(written.trim(), unknownTon, defaultCountry);
      const toCall = (
        request: Omit<CallbackCall, 'messageId' | 'isAtTextsPath'>,
      ): CallbackCall => ({
        ...request,
        messageId: paths.readMessageId(request.path),
        isAtTextsPath: paths.isTexts(request.path),
      });
      return {
        isGenuine: (request, now) => dialect.isGenuine(typed(values), toCall(request), now),
        read: (request) => {
          const call = toCall(request);
          const events = dialect.readCallback(call, typed(values));
          const receipts = events
            .filter(isReadableEvent)
            .filter((event) => event.kind === 'receipt');
          // A path names one message, so it says nothing about the receipts of several.
          const isAboutOne = new Set(receipts.map(({ ref }) => ref)).size === 1;
          const messageId = isAboutOne ? call.messageId : undefined;
          return events.map((event) => {
            if (!isReadableEvent(event)) return event;
            return event.kind === 'receipt'
              ? { ...event, messageId: event.messageId ?? messageId }
              : { ...event, from: toAddress(event.from), to: toAddress(event.to) };
          });
        },
        reply: dialect.reply,
        textsPath: paths.texts,
        maxTextBytes: dialect.maxTextBytes,
        inboundWebhookUrl: paths.inboundWebhookUrl,
        prove: paths.prove,
      };
    },
  });
}

/** Without `PUBLIC_URL`, no provider can reach the service. */
const isPublic = ({ callbackUrl }: CarrierPlace) => URL.canParse(callbackUrl);

import { inActionWith, type Effect } from '../connection/requireValues.ts';

const noProof = 'nothing would prove the consent to texts';
const consentEffects: Readonly<Record<string, string>> = {
  consent_source: noProof,
  consent_at: noProof,
};

/** The same for the consent of a line, which has no status. */
export const lineConsentEffects = { contact_consent_source: noProof, contact_consent_at: noProof };

/** Matches the statuses of contacts who have not agreed, by their values or their labels. */
const withoutConsent = /^\s*(opted[\s_-]*out|pending)\s*$/i;

/**
 * Says what a change of contacts needs, in addition to these fields. A contact who has not agreed needs
 * no consent. Otherwise, an opt-out from another app, which has none, would be lost.
 */
export function contactEffect(own: Readonly<Record<string, string>>): Effect {
  const needed = inActionWith({ ...own, ...consentEffects });
  return (key, values) =>
    key in consentEffects && withoutConsent.test(String(values.status))
      ? undefined
      : needed(key, values);
}

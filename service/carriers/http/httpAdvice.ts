const refused = 'The provider refuses the credentials. Check them in CARRIERS';

const unreachableCodes =
  'ECONNREFUSED EHOSTUNREACH ENETUNREACH ETIMEDOUT ENOTFOUND EAI_AGAIN'.split(' ');

/**
 * Returns the remedies for failures that every provider over HTTP can have. Few people set a
 * `base_url` that has a default.
 */
export function httpAdvice(hasDefaultUrl: boolean): Readonly<Record<string, string>> {
  const unreachable = hasDefaultUrl
    ? 'Textloom cannot reach the provider. Check the DNS and the internet connection of this machine, and base_url if you set it'
    : 'The provider does not respond. Check base_url, and that this machine can connect to it';
  return {
    ...Object.fromEntries(unreachableCodes.map((code) => [code, unreachable])),
    'HTTP 401': refused,
    'HTTP 403': refused,
    'HTTP 402': 'The account at the provider has no credit. Add some there',
    'HTTP 404':
      'The provider responded that this URL does not exist. Check base_url and path in CARRIERS',
  };
}

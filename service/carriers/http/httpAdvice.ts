const unreachable =
  'The provider does not respond. Check base_url, and that this machine can connect to it';
const refused = 'The provider refuses the credentials. Check them in CARRIERS';

/** The remedies for failures that every provider over HTTP can have. */
export const httpAdvice: Readonly<Record<string, string>> = {
  ECONNREFUSED: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  ENOTFOUND: 'The host in base_url does not exist. Check its spelling',
  'HTTP 401': refused,
  'HTTP 403': refused,
  'HTTP 402': 'The account at the provider has no credit. Add some there',
  'HTTP 404':
    'The provider responded that this URL does not exist. Check base_url and path in CARRIERS',
};

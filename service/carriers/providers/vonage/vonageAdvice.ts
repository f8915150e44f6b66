/** The remedies for error codes that Vonage documents and that a new account often gets. */
export const vonageAdvice: Readonly<Record<string, string>> = {
  1040: 'Vonage has no route to this recipient. Check the country code and the number',
  1060: 'Vonage has barred the account. Open the Vonage dashboard and follow its notice',
  1070: 'The account at Vonage has no credit. Add some in the Vonage dashboard',
  'low-balance': 'The account at Vonage has no credit. Add some in the Vonage dashboard',
  'account-suspended':
    'Vonage has suspended the account. Open the Vonage dashboard and follow its notice',
  unprovisioned: 'The account may not use the Messages API. Turn it on in the API settings',
  1120: 'Vonage does not accept the sender. Link the number to the application in the dashboard',
  'HTTP 401':
    'Vonage refuses the credentials. Check application_id, and that private_key belongs to the same application',
};

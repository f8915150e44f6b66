/** The remedies for error codes that Telnyx documents and that a new account often gets. */
export const telnyxAdvice: Readonly<Record<string, string>> = {
  10009: 'Telnyx refuses the API key. Create another under API Keys in the Telnyx portal',
  10010: 'The API key may not do this. Create another under API Keys in the Telnyx portal',
  10039:
    'The account has reached a limit, and may text only numbers that it has verified. Upgrade it in the Telnyx portal, or verify the number of the recipient',
  20012: 'Telnyx has deactivated the account. Open the Telnyx portal and follow its notice',
  20100: 'The account at Telnyx has no credit. Add some under Billing in the Telnyx portal',
  40010:
    'The number belongs to no 10DLC campaign. Register a brand and a campaign at Telnyx, and add the number to it',
  40300: 'The recipient opted out, or a block rule of Telnyx applies to the sender',
  40302:
    'The text has more segments than Telnyx accepts, usually 10, or the media are too large. Send less',
  40305: 'The sender is not a number of this Telnyx account with a messaging profile',
  40309:
    'The messaging profile may not text this country. Allow it in the Telnyx portal under Messaging > the profile > Outbound',
  40310:
    'Telnyx does not accept the number of the recipient. Check the country code and the number',
  40312:
    'The messaging profile is disabled. Enable it in the Telnyx portal under Messaging > the profile',
  40314: 'Telnyx has disabled messaging for the account. Ask the support of Telnyx',
  40329:
    'The toll-free number is not verified. Request its verification in the Telnyx portal under Messaging',
  40333:
    'The messaging profile has reached its daily spend limit. Raise it in the Telnyx portal under Messaging > the profile, or wait until midnight UTC',
};

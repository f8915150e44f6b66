/** The remedies for error codes that Twilio documents and that a new account often gets. */
export const twilioAdvice: Readonly<Record<string, string>> = {
  20003:
    'Twilio refuses the credentials. Copy the Account SID and the auth token from the Twilio Console into CARRIERS again',
  20005: 'Twilio has suspended the account. Open the Twilio Console and follow its notice',
  21211: 'Twilio does not know the number of the recipient. Check the country code and the number',
  21408:
    'The account may not text this country. Allow it in the Twilio Console under Messaging > Settings > Geo permissions',
  21606:
    'The sender is not an SMS number of this Twilio account. Compare numbers in CARRIERS with Active numbers in the Twilio Console',
  21608:
    'A trial account can text only verified numbers. Verify the recipient in the Twilio Console under Phone Numbers > Manage > Verified Caller IDs, or upgrade the account',
  21610: 'The recipient sent STOP to this number. They must text START to it first',
  21612: 'Twilio has no route from this sender to this recipient. Use a sender of another kind',
  21614: 'The recipient is not a mobile number',
  21635: 'The recipient is a landline, which gets no texts',
  21659:
    'The sender is not an SMS number of this Twilio account. Compare numbers in CARRIERS with Active numbers in the Twilio Console',
  30003: 'The phone of the recipient is off or unreachable. Try again later',
  30005: 'The number of the recipient does not exist',
  30006: 'The recipient is a landline, or a carrier that Twilio does not reach',
  30007:
    'A network filtered the text as spam. Avoid short links, and register the number for its use',
  30032:
    'The toll-free number is not verified. Submit it in the Twilio Console under Toll-Free Verifications',
  30034:
    'The number belongs to no 10DLC campaign. Register a brand and a campaign at Twilio, and add the number to it',
  572002:
    'During a trial, Twilio assigns a number to each verified recipient. Send from the number that the Twilio Console shows for this one',
  572005:
    'The recipient has not completed the verification. Enter the code from Twilio in the Twilio Console',
};

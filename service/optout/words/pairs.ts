/** Words that people also write as two. */
export const pairs: ReadonlyMap<string, string> = new Map([
  ['do not', 'dont'],
  ['did not', 'didnt'],
  ['can not', 'cant'],
  ['could not', 'couldnt'],
  ['will not', 'wont'],
  ['un subscribe', 'unsubscribe'],
  ['un subscribed', 'unsubscribed'],
  ['un stop', 'unstop'],
  ['re subscribe', 'resubscribe'],
  ['opt out', 'optout'],
  ['opting out', 'optout'],
  ['opted out', 'optout'],
  ['opt in', 'optin'],
  ['thank you', 'thanks'],
  ['at once', 'immediately'],
  // The English "will" is no wish.
  ['ich will', 'mochte'],
]);

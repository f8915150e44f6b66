import type { Fault } from '../fault.ts';

const suite = 'test/service/numbers/twilioNumbers.test.ts';
const buying = 'test/service/numbers/buyNumbers.test.ts';
const purchase = 'test/service/numbers/completePurchase.test.ts';
const provide = 'service/numbers/completePurchase.ts';
const end = 'service/numbers/endPurchase.ts';
const place = 'service/numbers/placeOrder.ts';
const provision = 'service/numbers/provision.ts';
const requestRelease = 'service/numbers/requestCarrierRelease.ts';
const inventory = 'service/carriers/http/numbers/createInventory.ts';

// prettier-ignore
export const providerNumbers: readonly Fault[] = [
  { file: 'service/numbers/findOffered.ts', find: "        errors.push(error);\n", plant: "        throw error;\n", harm: 'down', why: 'accounts get no number of a carrier while the provider of another one does not respond', suite: 'test/service/numbers/findOffered.test.ts', only: 'another carrier does not respond' },
  { file: 'service/numbers/findOffered.ts', find: "  if (errors.length > 0) throw errors[0];\n", plant: "", harm: 'wrong', why: 'a number counts as missing because its provider does not respond', suite: 'test/service/numbers/findOffered.test.ts', only: 'only missing' },
  { file: provide, find: "    if (!isLate) await retryLater(context, row, laterSeconds);\n    else await", plant: "    await", harm: 'limit', why: 'a purchase fails in a process that does not know its carrier, and the operator pays for the number', suite: purchase, only: 'waits for a process that knows it' },
  { file: 'service/numbers/releaseAtCarrier.ts', find: "  if (age(row.created_at) > giveUpMs) return", plant: "  if (!released || age(row.created_at) > giveUpMs) return", harm: 'limit', why: 'a process that does not know the carrier forgets to release a number', suite: purchase, only: 'is not forgotten' },
  { file: 'service/numbers/releaseAtCarrier.ts', find: "  if (age(row.created_at) > giveUpMs) return", plant: "  if (released?.kind === 'refused' || age(row.created_at) > giveUpMs) return", harm: 'limit', why: 'a number stays at the provider because its key was wrong at one moment', suite: purchase, only: 'refuses it at first' },
  { file: provide, find: "    .where('ordered_at', 'is', null)\n", plant: "", harm: 'limit', why: 'two processes order a number twice', suite: purchase, only: 'happens once' },
  { file: provide, find: "  if (isOwned) return activate(context, row);\n", plant: "", harm: 'limit', why: 'a number that was bought before a crash stays pending', suite: purchase, only: 'after the order' },
  { file: provide, find: "  if (isOwned === undefined) return retryLater(context, row, laterSeconds);\n", plant: "", harm: 'lost', why: 'a purchase fails because the provider does not respond', suite: purchase, only: 'concludes nothing' },
  { file: provide, find: "case 'unknown':\n      return retryLater(context, row, soonSeconds);", plant: "case 'unknown':\n      await update(context, row, { ordered_at: null });\n      return retryLater(context, row, soonSeconds);", harm: 'limit', why: 'a lost response orders a number again', suite: purchase, only: 'response to an order is unknown' },
  { file: 'service/runtime/jobQueues.ts', find: "        () => ({ id, status: 'failed' }),\n", plant: "", harm: 'wrong', why: 'one number that fails makes the jobs of other numbers run twice', suite: 'test/service/numbers/numberQueue.test.ts' },
  { file: end, find: "takeDefault({ trx, account }, pending.wants_default)", plant: "takeDefault({ trx, account }, true)", harm: 'wrong', why: 'a number that an account buys takes the default without being asked', suite: buying, only: 'unless the account asks' },
  { file: end, find: "purchase_error: reason, wants_default: null } as const;\n    await reportNumber(context, trx, await change(trx, row, values));", plant: "purchase_error: reason, wants_default: null } as const;\n    await change(trx, row, values);", harm: 'lost', why: 'an integration waits forever for a number that nobody sold', suite: buying, only: 'are reported once' },
  { file: provision, find: "status: isPurchase ? 'pending' : 'active'", plant: "status: 'active'", harm: 'wrong', why: 'an account sends from a number that nobody bought', suite, only: 'buys a number once' },
  { file: provision, find: "const isDefault = !isPurchase && (await", plant: "const isDefault = (await", harm: 'lost', why: 'messages without a sender fail until a new number is bought', suite: buying, only: 'once they are active' },
  { file: 'service/numbers/takeDefault.ts', find: "    .where('is_default', '=', true)\n    .limit(1)", plant: "    .limit(1)", harm: 'wrong', why: 'after the release of the default number, no new number becomes the default', suite: 'test/service/pglite/numbers.test.ts', only: 'when it is released' },
  { file: 'service/handlers/number.ts', find: "settings.default && before.status !== 'active'", plant: "settings.default && before.status === 'active'", harm: 'wrong', why: 'a number that nobody sold becomes the default', suite: buying, only: 'if nobody sold them' },
  { file: 'service/handlers/number.ts', find: "if (row.status === 'pending' && row.ordered_at !== null) fail('purchase_pending');", plant: "", harm: 'limit', why: 'an account releases a number whose order is out, and the operator pays for it', suite: buying, only: 'while their order is out' },
  { file: 'service/concurrency/queueRuns.ts', find: "if (line.running < max)", plant: "if (line.running < Infinity)", harm: 'limit', why: 'one account uses up the requests that a provider allows to all accounts', suite, only: 'simultaneously by one account' },
  { file: provision, find: "(await isLeaving(trx, offer.number)) || ", plant: "", harm: 'lost', why: 'an account gets a number that is about to disappear', suite, only: 'while it leaves' },
  { file: provision, find: "    .where('status', '=', 'failed')\n", plant: "", harm: 'another account', why: 'an account takes the number of another one', suite, only: 'one of two accounts' },
  { file: place, find: "limits.unfinishedPurchases, tooMany", plant: "Infinity, tooMany", harm: 'limit', why: 'an account orders numbers without a limit', suite, only: 'ten unfinished' },
  { file: place, find: "  await checkOrders(call, carrier);\n", plant: "", harm: 'limit', why: 'accounts buy more numbers than the operator allows', suite: buying, only: 'for all accounts together' },
  { file: end, find: "    if (isFree || pending.ordered_at === null)", plant: "    if (pending.ordered_at === null)", harm: 'limit', why: 'orders that cost nothing use up the purchases', suite: buying, only: 'refuses to sell them' },
  { file: requestRelease, find: "    .where('account_id', '=', account.id)\n", plant: "", harm: 'another account', why: 'an account releases a number that another one bought', suite: buying, only: 'can release' },
  { file: requestRelease, find: "  if (!order) return", plant: "  if (!order && !number) return", harm: 'lost', why: 'an account releases a number that the operator imported', suite: buying, only: 'can release' },
  { file: requestRelease, find: "if (!owner?.inventory?.maxPurchases)", plant: "if (!owner?.inventory)", harm: 'lost', why: 'an account releases a number although the operator forbids it', suite, only: 'costs money' },
  { file: 'service/handlers/number.ts', find: "if (isForGood) await requestCarrierRelease(call, row);", plant: "await requestCarrierRelease(call, row);", harm: 'lost', why: 'a number leaves the provider although nobody asked', suite, only: 'leaves it only when asked' },
  { file: 'service/numbers/releaseAtCarrier.ts', find: "  if (!row) return;\n", plant: "", harm: 'lost', why: 'a repeated job releases a number that an account uses', suite: purchase, only: 'on its way back' },
  { file: 'service/numbers/releaseAtCarrier.ts', find: "age(row.released_at) < holdSeconds * 1000", plant: "false", harm: 'lost', why: 'a slow request gets a number that is gone', suite: purchase, only: 'on its way back' },
  { file: inventory, find: "      if (response.status === 404) continue;\n", plant: "", harm: 'down', why: 'nobody can search or buy numbers of Twilio in the US', suite, only: 'before those for sale' },
  { file: 'service/carriers/providers/vonage/vonageNumbers.ts', find: "type: isInNorthAmerica(country) ? describeSender(`+${msisdn}`, country).type : readType(type)", plant: "type: readType(type)", harm: 'wrong', why: 'marketing from a US number of Vonage needs no campaign', suite: 'test/service/numbers/vonageNumbers.test.ts', only: 'before those for sale' },
  { file: inventory, find: "found.receiver === '' ? dialect", plant: "found.receiver !== '.' ? dialect", harm: 'lost', why: 'texts to another program go to Textloom', suite, only: 'another receiver' },
  { file: inventory, find: "      if (buyNumbers === 0) return [];\n", plant: "", harm: 'limit', why: 'accounts see numbers that the operator does not want to pay for', suite, only: 'costs money' },
  { file: inventory, find: "        if (earlier) return earlier;\n", plant: "", harm: 'down', why: 'a known number cannot be provisioned while the provider is down', suite, only: 'stays known' },
  { file: 'service/carriers/providers/twilio/twilioNumbers.ts', find: "nextPage: next?.startsWith('/') ? next : undefined", plant: "nextPage: undefined", harm: 'wrong', why: 'only the first hundred numbers are imported', suite, only: 'before those for sale' },
  { file: 'service/carriers/providers/vonage/vonageNumbers.ts', find: "return code === success ? undefined : code;", plant: "return undefined;", harm: 'wrong', why: 'a refusal of Vonage with the status 200 counts as a purchase', suite: 'test/service/numbers/vonageNumbers.test.ts', only: 'refuses to sell' },
];

import type { Fault } from '../fault.ts';

const suite = 'test/service/pglite/verifications.test.ts';
const check = { file: 'service/verifications/checkVerification.ts', suite };
const start = { file: 'service/verifications/startVerifications.ts', suite };
const guard = { file: 'service/verifications/openGuard.ts', suite };
const rules = {
  file: 'service/verifications/prefixRules.ts',
  suite: 'test/service/verifications/verificationGuard.test.ts',
};
const secret = 'test/e2e/service/verificationSecrets.test.ts';

// prettier-ignore
export const verifications: readonly Fault[] = [
  { ...check, find: "const attemptsLeft = row.attempts_left - 1;", plant: "const attemptsLeft = row.attempts_left;", harm: 'forged', why: 'wrong codes use up no attempts', only: 'too many wrong codes' },
  { ...check, file: 'service/core/findOwn.ts', find: 'account_id = ${account.id} and id', plant: 'id', harm: 'another account', why: 'an account checks the codes of another one', only: 'belongs to its account' },
  { ...check, find: "    .where('account_id', '=', unit.account.id)\n", plant: "", harm: 'another account', why: 'a check by number finds the code of another account', only: 'belongs to its account' },
  { ...check, find: "listSpellings(normalizeCode(code))", plant: "listSpellings(code)", harm: 'wrong', why: 'a code with a space is wrong', only: 'accepts a code' },
  { ...check, find: "listSpellings(normalizeCode(code))", plant: "[normalizeCode(code)]", harm: 'wrong', why: 'a code that begins with zeros is wrong if an automation stores it as a number', suite: 'test/service/verifications/verificationEnds.test.ts', only: 'begins with zeros' },
  { file: 'service/verifications/codes.ts', find: "/^\\d+$/.test(code) ? Math.max(0, longest - code.length) : 0;", plant: "Math.max(0, longest - code.length);", harm: 'forged', why: 'an empty code counts as zeros', suite: 'test/service/verifications/verificationEnds.test.ts', only: 'begins with zeros' },
  { ...check, find: "if (isOverdue(row, now)) {", plant: "if (now.getTime() < 0) {", harm: 'forged', why: 'a code is valid until the sweep expires it', only: 'expires on time' },
  { ...check, find: "if (row.status !== 'pending') return show(row, false);", plant: "if (row.status !== 'pending') return show(row, row.status === 'approved');", harm: 'forged', why: 'a used code is valid again', only: 'takes the right code once' },
  { ...check, find: "{ attemptsLeft });", plant: "{});", harm: 'wrong', why: 'a failed verification shows an attempt that nobody can use', only: 'too many wrong codes' },
  { file: 'service/verifications/endVerifications.ts', find: "    .where('status', '=', 'pending')\n    .returningAll()", plant: "    .returningAll()", harm: 'wrong', why: 'a verification ends twice, with two events', suite: 'test/service/verifications/verificationEnds.test.ts' },
  { file: 'service/verifications/endVerifications.ts', find: "if (status !== 'canceled')", plant: "if (status !== 'expired')", harm: 'wrong', why: 'an expired code causes no event', suite, only: 'expires' },
  { ...start, find: "  await cancelVerifications(context, trx, guard.listPending(rows));", plant: "  await cancelVerifications(context, trx, guard.listPending(rows).slice(1));", harm: 'forged', why: 'an earlier code stays valid', only: 'a newer code' },
  { ...start, find: "text: hideCode(text instanceof ServiceError ? 'Invalid' : text, length),", plant: "text: text instanceof ServiceError ? 'Invalid' : text,", harm: 'wrong', why: 'messages show the place of the code instead of asterisks', only: 'shows no code' },
  { ...start, find: "  await storeSecretTexts(context.secrets, trx, sent);", plant: "", harm: 'lost', why: 'phones get asterisks instead of the code', only: 'texts a code' },
  { ...start, find: "!account.verification_countries.includes(country ?? '')", plant: "account.verification_countries.length === 0", harm: 'limit', why: 'codes go to every country', only: 'no other country' },
  { ...guard, find: "if (next > now.getTime()) refuse(phone, tooManyCodes(next, now));", plant: "", harm: 'limit', why: 'a phone number gets codes without a pause', only: 'a phone number' },
  { file: 'service/verifications/readHistory.ts', find: "at > earliest && at <= latest", plant: "at > earliest", harm: 'lost', why: 'a phone number gets no code until the clock reaches the time of its last one', suite, only: 'its last one is from a clock' },
  { file: 'service/verifications/countCodes.ts', find: "between ${oldestHour(now)} and ${latestTime(now)}", plant: ">= ${oldestHour(now)}", harm: 'lost', why: 'codes from a clock that was ahead use up the daily limit until the clock catches up', suite, only: 'counts no codes from a clock' },
  { ...rules, find: "  until: state.until - Math.max(0, state.updatedAt - now),\n", plant: "", harm: 'lost', why: 'a prefix stays blocked until the clock catches up', only: 'a block from a clock' },
  { ...guard, find: "history.times.unshift(now.getTime());", plant: "", harm: 'wrong', why: 'the response shows a wrong next_code_at', only: 'learns from' },
  { ...guard, find: "if (perDay !== null && started >= perDay)", plant: "if (perDay !== null && started > perDay)", harm: 'limit', why: 'an account sends one code more than its limit', only: 'that many codes' },
  { ...guard, find: "if (verdict.kind !== 'send') refuse(phone, prefixRefusal(verdict, now));", plant: "", harm: 'limit', why: 'an attack gets every code', only: 'stops codes' },
  { ...guard, find: "counts.push({ prefixes, counter: 'refused', at: now });", plant: "", harm: 'wrong', why: 'the list of prefixes shows no refusals', only: 'stops codes' },
  { file: 'service/verifications/listPrefixes.ts', find: "  where state.account_id = ${accountId}\n    and ${matching}", plant: "  where ${matching}", harm: 'another account', why: 'an account sees the prefixes of another one', suite, only: 'no prefix of another' },
  { file: 'service/messages/advance.ts', find: "delete from secret_text\n      where", plant: "delete from secret_text\n      where false and", harm: 'leaked', why: 'the texts with codes stay in the database', suite: secret },
  { file: 'service/secrets/secretTexts.ts', find: "ciphertext: secrets.encrypt(text),", plant: "ciphertext: text,", harm: 'leaked', why: 'codes are in the database in plain text', suite: secret },
  { file: 'service/dispatch/submit.ts', find: "secretTexts.has(row.id) ? secretTexts.get(row.id) : (row.sent_text ?? row.text)", plant: "row.sent_text ?? row.text", harm: 'lost', why: 'a carrier gets asterisks instead of the code', suite, only: 'texts a code' },
  { file: 'service/verifications/codes.ts', find: "zeros.find((one) => code >= one", plant: "zeros.slice(1).find((one) => code >= one", harm: 'wrong', why: 'a code in Arabic digits is wrong', suite, only: 'Arabic' },
  { ...rules, find: "debt: state.debt + 1 };", plant: "debt: state.debt + 0.2 };", harm: 'limit', why: 'an attack gets five times as many codes', only: 'few texts' },
  { ...rules, find: "debt: Math.max(0, aged.debt - payment),", plant: "debt: aged.debt,", harm: 'wrong', why: 'codes that users enter pay for nothing', only: 'no users without' },
  { ...rules, find: "share[digits]! * pool * poolLeft(situation)", plant: "share[digits]! * pool", harm: 'limit', why: 'fifty prefixes get fifty times the codes of one', only: 'fifty prefixes' },
  { file: 'service/verifications/cooldown.ts', find: "limits.codesPerDay - 1", plant: "limits.codesPerDay + 1", harm: 'limit', why: 'a phone number gets 12 codes in 24 hours', suite: rules.suite, only: 'wait longer' },
];

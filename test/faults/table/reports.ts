import type { Fault } from '../fault.ts';

const suite = 'test/service/reports/report.test.ts';
const numbers = 'test/service/pglite/numbers.test.ts';
const read = { file: 'service/reports/readReport.ts', suite };
const periods = { file: 'service/reports/periods.ts', suite, only: 'the periods of a report' };
const fold = { file: 'service/reports/foldTally.ts', suite, only: 'gives the same sums' };
const sources = {
  file: 'service/store/migrations/0004_tally.ts',
  suite,
  only: 'gives the same sums',
};
const tally = { ...sources, file: 'service/store/migrations/0032_tally_groups.ts' };

// prettier-ignore
export const reports: readonly Fault[] = [
  { ...read, find: "bucket >= begins and bucket < ends", plant: "bucket >= begins and bucket <= ends", harm: 'wrong', why: 'a report counts messages after its end', only: 'counts messages from the start' },
  { ...read, find: "bucket >= ${start} and bucket < ${end}", plant: "bucket >= ${start} and bucket <= ${end}", harm: 'wrong', why: 'a report counts new messages after its end', only: 'counts messages from the start' },
  { ...read, find: "bucket >= ${start} and bucket < ${end}", plant: "bucket > ${start} and bucket < ${end}", harm: 'lost', why: 'a report omits the first quarter of an hour', only: 'counts messages from the start' },
  { ...read, find: "sql`account_id = ${accountId}`,", plant: "sql`true`,", harm: 'another account', why: 'a report counts the messages of every account', only: 'counts messages from the start' },
  { ...read, find: "decided === 0 ? null : delivered / decided", plant: "counts.messages === 0 ? null : delivered / counts.messages", harm: 'wrong', why: 'messages in transit lower the delivery rate', suite: numbers, only: 'a report has the results of the message search' },
  { ...read, find: "const overlap = group === 'list_id' && filters.list_id === undefined;", plant: "const overlap = false;", harm: 'wrong', why: 'a message on two lists counts twice in the total', suite: numbers, only: 'counts a message on two lists' },
  { ...read, find: "if (data.length > maxRows) return undefined;", plant: "", harm: 'limit', why: 'a report exceeds the maximum number of rows', only: 'gives no report of more rows' },
  { ...read, find: "is_by_list = ${isByList} and", plant: "true and", harm: 'wrong', why: 'new messages count twice', only: 'counts messages from the start' },
  { ...fold, find: "nullif(coalesce(kept.${counter}, 0) + coalesce(excluded.${counter}, 0), 0)", plant: "excluded.${counter}", harm: 'lost', why: 'reports forget their earlier counts' },
  { ...fold, find: "purpose: ['purpose'],", plant: "purpose: [],", harm: 'wrong', why: 'reports by purpose show no purpose' },
  { ...fold, find: "cross join (values (15), (60)) as bin(width)", plant: "cross join (values (15)) as bin(width)", harm: 'lost', why: 'whole hours are missing from reports' },
  { ...sources, find: "-1 as sign from stale union all", plant: "1 as sign from stale union all", harm: 'wrong', why: 'a message counts under each status that it had' },
  { ...tally, find: "select true, '' where list_ids = '{}'", plant: "select true, ''", harm: 'wrong', why: 'messages on a list also count as on no list' },
  { ...tally, find: "case direction when 'outbound' then sender else '' end", plant: "sender", harm: 'wrong', why: 'received messages count as sent from their sender' },
  { ...periods, find: "(date.getUTCDay() + 6) % 7", plant: "date.getUTCDay()", harm: 'wrong', why: 'weeks start on Sundays' },
  { ...periods, find: "[byOldClock, byNewClock].find(", plant: "[byNewClock, byOldClock].find(", harm: 'wrong', why: 'a day starts an hour late if midnight occurs twice' },
  { ...periods, find: "begin += hour - sinceFullHour(begin);", plant: "begin += hour;", harm: 'wrong', why: 'hours are shifted after the clocks change by half an hour' },
  { ...periods, find: "if (interval === 'month') date.setUTCDate(1);", plant: "", harm: 'wrong', why: 'months do not start on the first day' },
  { file: 'service/reports/splitIntoSpans.ts', find: "periods.filter((begin) => begin > start)", plant: "periods", harm: 'wrong', why: 'a report counts messages before its start', suite, only: 'the spans of a report' },
  { file: 'service/reports/splitIntoSpans.ts', find: "const firstHour = Math.min(Math.ceil(from / hour) * hour, to);", plant: "const firstHour = to;", harm: 'down', why: 'a report of years adds up quarters of an hour', suite, only: 'the spans of a report' },
  { file: 'service/handlers/report.ts', find: "interval === 'hour' ? limits.hourlyReportDays : limits.reportDays", plant: "limits.reportDays", harm: 'limit', why: 'a report by the hour covers ten years', suite: numbers, only: 'a report is refused for' },
  { file: 'service/handlers/report.ts', find: "timeZone: time_zone ?? account.time_zone,", plant: "timeZone: time_zone ?? 'UTC',", harm: 'wrong', why: 'days of a report are not those of the account', suite: numbers, only: 'counts the last seven days' },
  { file: 'service/handlers/report.ts', find: "accountId: account.id,", plant: "accountId: account.id.slice(0, 3),", harm: 'lost', why: 'reports are empty', suite: numbers, only: 'counts the last seven days' },
  { file: 'service/handlers/report.ts', find: "await findSenders(trx, call, from, '/from')", plant: "(await findSenders(trx, call, from, '/from'))[0]", harm: 'lost', why: 'a report by the other spelling of a number is empty', suite: 'test/service/dispatch/twoSpellings.test.ts', only: 'in a report' },
];

import type { Handlers } from './handlers.ts';
import { formatCount, limits } from '@textloom/shared/contract';
import { refuse } from '../errors/serviceError.ts';
import { parseTime } from '../times/parseTime.ts';
import { findSenders } from '../messages/checks/requireSender.ts';
import { requireTimeZone } from '../times/requireTimeZone.ts';
import { quarter, type Interval } from '../reports/periods.ts';
import { readReport } from '../reports/readReport.ts';
import { day } from '../times/durations.ts';

const defaultRange = 7 * day;
/** The wire format has four digits for the year. */
const lastTime = Date.UTC(10_000, 0, 1) - quarter;

export const report = {
  async get(call, { interval, group_by, time_zone, status, from, ...others }) {
    const { trx, account, now } = call;
    const { start, end, ...filters } = others;
    if (time_zone !== undefined) requireTimeZone(time_zone, '/time_zone');
    const range = parseRange({ start, end, interval, now });
    const found = await readReport(trx, {
      ...range,
      accountId: account.id,
      timeZone: time_zone ?? account.time_zone,
      interval,
      groupBy: group_by,
      status,
      filters: {
        ...filters,
        sender: from === undefined ? undefined : await findSenders(trx, call, from, '/from'),
      },
      maxRows: limits.reportRows,
    });
    if (found) return found;
    return refuse(
      interval === undefined ? '/group_by' : '/interval',
      'out_of_range',
      `results in more than ${limits.reportRows} rows. Choose a shorter range, a longer interval, or fewer groups`,
    );
  },
} satisfies Handlers['report'];

interface Asked {
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly interval: Interval | undefined;
  readonly now: Date;
}

/** Extends the range to whole quarter hours, so that a report can add them up. */
function parseRange({ start, end, interval, now }: Asked): { start: Date; end: Date } {
  const until = (end === undefined ? now : parseTime(end, '/end')).getTime();
  const from = start === undefined ? until - defaultRange : parseTime(start, '/start').getTime();
  if (from >= until) {
    if (end === undefined) refuse('/start', 'out_of_range', 'is not in the past');
    refuse('/end', 'out_of_range', 'must be after the start');
  }
  if (until > lastTime) refuse('/end', 'out_of_range', 'is too far ahead');
  const maxDays = interval === 'hour' ? limits.hourlyReportDays : limits.reportDays;
  if (until - from > maxDays * day)
    refuse('/start', 'out_of_range', `is more than ${formatCount(maxDays)} days before the end`);
  return {
    start: new Date(Math.floor(from / quarter) * quarter),
    end: new Date(Math.ceil(until / quarter) * quarter),
  };
}

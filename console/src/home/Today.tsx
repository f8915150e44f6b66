import { Group, Skeleton, Text } from '@mantine/core';
import type { MessageStatus, ReportCounts } from '@textloom/shared/contract';
import { ErrorNotice } from '../Notice.tsx';
import { plural } from '../plural.ts';
import { Figures, type Figure } from '../reports/Figures.tsx';
import { percent } from '../reports/percent.ts';
import { linkTo } from '../route.ts';
import { Mark } from '../ui/Mark.tsx';
import { Section } from '../ui/Section.tsx';
import classes from './Home.module.css';
import { countFailed, countSent, countWaiting, toReasons } from './reasons.ts';
import { startOfToday, useFailures, useToday } from './useToday.ts';

/** Shows what became of the texts of today, and why some did not arrive. */
export function Today() {
  const report = useToday();
  const totals = report.data?.totals;
  if (report.error && !totals) {
    return (
      <Section title="Today">
        <Group justify="center">
          <ErrorNotice error={report.error} onRetry={() => void report.refetch()} />
        </Group>
      </Section>
    );
  }
  return (
    <>
      <Section
        title="Today"
        actions={
          <a className={classes.more} href={linkTo('reports')}>
            Reports
          </a>
        }
      >
        <Figures className={classes.figures} figures={figures} totals={totals} />
        {report.error && (
          <Text size="sm" c="dimmed" mt="sm" role="status">
            The figures could not be updated, so they may be out of date.
          </Text>
        )}
      </Section>
      <Failures totals={totals} />
    </>
  );
}

const figures: readonly Figure[] = [
  ['Sent', (totals) => countSent(totals).toLocaleString()],
  ['Delivered', ({ delivered }) => linkCount('delivered', delivered)],
  ['On the way', (totals) => countWaiting(totals).toLocaleString()],
  ['Failed', (totals) => countFailed(totals).toLocaleString()],
  ['Received', ({ received }) => linkCount('received', received)],
  ['Delivery rate', ({ delivery_rate }) => percent(delivery_rate)],
];

const linkCount = (status: MessageStatus, count: number) => (
  <a href={messagesOfToday(status)}>{count.toLocaleString()}</a>
);

const messagesOfToday = (status: MessageStatus): string =>
  linkTo('messages', undefined, { status, created_after: startOfToday() });

function Failures({ totals }: { totals: ReportCounts | undefined }) {
  const failures = useFailures(totals);
  const count = totals && countFailed(totals);
  const reasons = toReasons(failures.messages);
  return (
    <Section title="Why texts failed today">
      {totals === undefined || (failures.isLoading && reasons.length === 0) ? (
        <Skeleton height={14} width="60%" />
      ) : count === 0 ? (
        <Text size="sm" c="dimmed">
          No text failed today.
        </Text>
      ) : (
        <>
          <ul className={classes.list}>
            {reasons.map(({ status, text, count: texts, retryable }) => (
              <li key={`${status} ${text}`} className={classes.item}>
                <a href={messagesOfToday(status)}>{text}</a>
                <Mark tone="error">{plural(texts, 'text')}</Mark>
                <span className={classes.detail}>
                  {retryable
                    ? 'Sending these texts again later may help.'
                    : 'Sending these texts again unchanged will not help.'}
                </span>
              </li>
            ))}
          </ul>
          {count !== undefined && failures.messages.length < count && (
            <Text size="xs" c="dimmed" mt="sm">
              {failures.error
                ? 'The reasons of some texts could not be loaded.'
                : `Counted in the newest ${failures.messages.length.toLocaleString()} of ${plural(count, 'failed text')}.`}
            </Text>
          )}
        </>
      )}
    </Section>
  );
}

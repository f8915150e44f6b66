import { Group, Skeleton, Text } from '@mantine/core';
import type { MessageStatus, ReportCounts } from '@textloom/shared/contract';
import { ErrorNotice } from '../Notice.tsx';
import { plural } from '../plural.ts';
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
        <dl className={classes.figures}>
          {figures.map(({ label, count, status }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {totals === undefined ? (
                  <Skeleton height={18} width="50%" mt={8} />
                ) : status === undefined ? (
                  count(totals).toLocaleString()
                ) : (
                  <a href={messagesOfToday(status)}>{count(totals).toLocaleString()}</a>
                )}
              </dd>
            </div>
          ))}
          <div>
            <dt>Delivery rate</dt>
            <dd>
              {totals === undefined ? (
                <Skeleton height={18} width="50%" mt={8} />
              ) : (
                percent(totals.delivery_rate)
              )}
            </dd>
          </div>
        </dl>
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

interface Figure {
  readonly label: string;
  readonly count: (counts: ReportCounts) => number;
  /** The status that all messages of this figure have, if there is one. */
  readonly status?: MessageStatus;
}

const figures: readonly Figure[] = [
  { label: 'Sent', count: countSent },
  { label: 'Delivered', count: ({ delivered }) => delivered, status: 'delivered' },
  { label: 'On the way', count: countWaiting },
  { label: 'Failed', count: countFailed },
  { label: 'Received', count: ({ received }) => received, status: 'received' },
];

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

import { Button, NativeSelect, SegmentedControl, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { contract, type Input, type Report } from '@textloom/shared/contract';
import { lazy, Suspense } from 'react';
import { useClient } from '../api/api.ts';
import { refetchWhile } from '../api/queries.ts';
import { browserTimeZone } from '../dates.ts';
import { downloadCsv } from '../downloadFile.ts';
import { toFieldErrors } from '../form/fieldErrors.ts';
import { labelField, toOptions } from '../form/labels.ts';
import { ExportIcon, ReportIcon } from '../icons.tsx';
import { useListOptions } from '../lists/useListOptions.ts';
import { ErrorNotice, Notice } from '../Notice.tsx';
import { useNumberOptions } from '../numbers/useNumbers.ts';
import { pick } from '../pick.ts';
import { useCampaignOptions } from '../registrations/useCampaignOptions.ts';
import { goTyping } from '../navigate.ts';
import { linkTo, type PageProps, type Query } from '../route.ts';
import { Filter } from '../filters/Filter.tsx';
import { Filters } from '../filters/Filters.tsx';
import { Page } from '../ui/Page.tsx';
import { Section } from '../ui/Section.tsx';
import { toChart } from './toChart.ts';
import { reportToCsv } from './reportToCsv.ts';
import { listPeriods, parseRange, periodLabel, presets } from './range.ts';
import classes from './ReportsPage.module.css';
import { ReportTable } from './ReportTable.tsx';
import { Totals } from './Totals.tsx';
import { useGroupName } from './useGroupName.ts';

const ReportChart = lazy(() => import('./ReportChart.tsx'));

type ReportInput = Input<typeof contract.report.get>;

const { start, end, interval, group_by, time_zone, ...filters } =
  contract.report.get.input.properties;
const filterNames = Object.keys(filters);
/** The names in the URL that are not filters. */
const otherNames = ['range', 'start', 'end', 'group_by'];

const chartHeight = 300;
/** The refresh interval for a report that ends now, in milliseconds. */
const every = 15_000;

/** Shows counts of messages over time, as a chart and as a table. */
export default function ReportsPage({ route: { query } }: PageProps) {
  const client = useClient();
  const range = parseRange(query);
  const input = {
    ...pick(query, filterNames),
    ...(query.group_by && { group_by: query.group_by }),
    start: range.start.toISOString(),
    ...(range.end && { end: range.end.toISOString() }),
    interval: range.interval,
    time_zone: browserTimeZone(),
  } as ReportInput;
  const report = useQuery({
    queryKey: ['report', input],
    queryFn: ({ signal }) => client.report.get(input, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchWhile(range.end ? false : every),
  });
  const groupName = useGroupName(report.data?.group_by ?? null);
  const show = (next: Query, isTyping: boolean) =>
    goTyping(linkTo('reports', undefined, next), isTyping);
  return (
    <Page
      title="Reports"
      description={`Messages by creation time, in the time zone of this device (${browserTimeZone()}).`}
      actions={
        <Button
          variant="default"
          leftSection={<ExportIcon size={16} />}
          disabled={!report.data?.data.length}
          onClick={() => downloadCsv('report.csv', reportToCsv(report.data!, groupName))}
        >
          Download CSV
        </Button>
      }
    >
      <Controls query={query} onChange={show} error={report.error} />
      <ReportFilters query={query} onChange={show} error={report.error} />
      {report.error ? (
        <ErrorNotice error={report.error} onRetry={() => void report.refetch()} />
      ) : (
        <>
          <Totals totals={report.data?.totals} />
          <Section title="Messages">
            {report.data ? (
              <Bars report={report.data} />
            ) : (
              <Skeleton height={chartHeight} role="status" aria-label="Loading" />
            )}
          </Section>
          {report.data && report.data.data.length > 0 && (
            <Section plain title="In numbers">
              <ReportTable report={report.data} />
            </Section>
          )}
        </>
      )}
    </Page>
  );
}

function Bars({ report }: { report: Report }) {
  const groupName = useGroupName(report.group_by);
  if (report.data.length === 0) {
    return (
      <div style={{ display: 'grid', placeItems: 'center', minHeight: chartHeight }}>
        <Notice icon={<ReportIcon size={26} />} title="No messages in this time">
          Choose a longer time, or remove a filter.
        </Notice>
      </div>
    );
  }
  const step = report.interval!;
  const chart = toChart(report, listPeriods(step, new Date(report.start), new Date(report.end)), {
    groupName,
    periodLabel: (at) => periodLabel(step, at),
  });
  return (
    <Suspense fallback={<Skeleton height={chartHeight} />}>
      <ReportChart chart={chart} height={chartHeight} />
    </Suspense>
  );
}

const times = [
  ...Object.entries(presets).map(([value, { label }]) => ({ value, label })),
  { value: 'own', label: 'Other' },
];

interface ControlsProps {
  query: Query;
  onChange: (query: Query, isTyping: boolean) => void;
  error: unknown;
}

function Controls({ query, onChange, error }: ControlsProps) {
  const range = parseRange(query);
  const { range: _, start: __, end: ___, ...others } = query;
  const choose = (name: string) => {
    const end = new Date().toISOString();
    onChange(
      name === 'own'
        ? { ...others, range: name, start: range.start.toISOString(), end }
        : { ...others, range: name },
      false,
    );
  };
  const time = (name: 'start' | 'end') => (
    <Filter
      name={name}
      schema={{ start, end }[name]}
      value={query[name] ?? ''}
      onChange={(at, isTyping) => {
        if (at !== (query[name] ?? '')) onChange({ ...query, [name]: at }, isTyping);
      }}
      fieldErrors={toFieldErrors(error)}
      options={undefined}
    />
  );
  return (
    <div className={classes.controls}>
      <SegmentedControl
        visibleFrom="sm"
        aria-label="Time"
        value={range.name}
        onChange={choose}
        data={times}
      />
      <NativeSelect
        hiddenFrom="sm"
        w="100%"
        label="Time"
        value={range.name}
        onChange={(event) => choose(event.currentTarget.value)}
        data={times}
      />
      {range.name === 'own' && (
        <div className={classes.range}>
          {time('start')}
          {time('end')}
        </div>
      )}
    </div>
  );
}

function ReportFilters({ query, onChange, error }: ControlsProps) {
  const options = {
    from: useNumberOptions(),
    campaign_id: useCampaignOptions(),
    list_id: useListOptions(),
  };
  return (
    <Filters
      schemas={filters}
      first={['purpose', 'from', 'list_id']}
      query={pick(query, filterNames)}
      onChange={(next, isTyping) => onChange({ ...pick(query, otherNames), ...next }, isTyping)}
      fieldErrors={toFieldErrors(error)}
      options={options}
      before={
        <NativeSelect
          label={labelField(group_by, 'group_by')}
          data={[{ value: '', label: 'Outcome' }, ...toOptions(group_by)]}
          value={query.group_by ?? ''}
          onChange={(event) => onChange({ ...query, group_by: event.currentTarget.value }, false)}
        />
      }
    />
  );
}

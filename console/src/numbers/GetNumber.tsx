import { Button, TextInput, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  contract,
  shortCodeDigits,
  type AvailableNumber,
  type Input,
} from '@textloom/shared/contract';
import { useState, type SyntheticEvent } from 'react';
import { useAccount } from '../account.ts';
import { explain, useClient } from '../api/api.ts';
import { useAction } from '../api/queries.ts';
import { toFieldErrors } from '../form/fieldErrors.ts';
import { labelValue } from '../form/labels.ts';
import { NumberIcon } from '../icons.tsx';
import { Notice } from '../Notice.tsx';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { linkTo, type Query } from '../route.ts';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { Confirm } from '../ui/Dialog.tsx';
import { Filters } from '../filters/Filters.tsx';
import { Page } from '../ui/Page.tsx';
import { Section } from '../ui/Section.tsx';
import classes from './GetNumber.module.css';

const { limit, ...filters } = contract.number.available.input.properties;
/** The most numbers to show. */
const most = 50;
type Search = Input<typeof contract.number.available>;

const cost: Column<AvailableNumber> = {
  title: 'Cost',
  cell: ({ requires_purchase: isForSale }) => (isForSale ? 'Carrier’s fee' : 'No extra cost'),
};

/** Lets users search and get available numbers, or get a short code or a name. */
export function GetNumber() {
  const client = useClient();
  const { default_country } = useAccount();
  const [search, setSearch] = useState<Query>({ country: default_country });
  const found = useQuery({
    queryKey: ['number', 'available', search],
    queryFn: () => client.number.available({ ...(search as Search), limit: most }),
  });
  const take = useProvision();
  const buy = useProvision(true);
  const [ordered, setOrdered] = useState<string>();
  const rows = found.data?.data.map((number) => ({ ...number, id: number.number }));
  const columns: readonly Column<AvailableNumber>[] = [
    { title: 'Number', cell: ({ number }) => formatPhoneNumber(number) },
    { title: 'Type', cell: ({ type }) => labelValue(type) },
    { title: 'Country', cell: ({ country }) => country, wide: true },
    ...(rows?.some(({ requires_purchase }) => requires_purchase) ? [cost] : []),
    {
      title: 'Get',
      hiddenTitle: true,
      end: true,
      cell: ({ number, requires_purchase: isForSale }) => (
        <Button
          variant="default"
          size="compact-sm"
          loading={take.isPending && take.variables === number}
          disabled={take.isPending || buy.isPending}
          onClick={() => (isForSale ? setOrdered(number) : take.mutate(number))}
        >
          {isForSale ? 'Buy it' : 'Get it'}
          <VisuallyHidden> {formatPhoneNumber(number)}</VisuallyHidden>
        </Button>
      ),
    },
  ];
  return (
    <Page
      narrow
      title="Get a number"
      back={{ label: 'Numbers', href: linkTo('numbers') }}
      description="These numbers are available. You can use a number as soon as it is active. To send from it without choosing it each time, make it the default in its menu."
    >
      <Filters
        schemas={filters}
        first={Object.keys(filters)}
        query={search}
        onChange={setSearch}
        fieldErrors={toFieldErrors(found.error)}
      />
      <DataTable<AvailableNumber & { id: string }>
        label="Available numbers"
        columns={columns}
        rows={rows}
        describeCount={(count) =>
          rows?.length === most ? `The first ${count}` : `${count} in total`
        }
        error={found.error}
        onRetry={() => void found.refetch()}
        empty={
          <Notice icon={<NumberIcon size={26} />} title="No matching number is available">
            Enter fewer digits, or choose another area code or another type.
          </Notice>
        }
      />
      <Confirm
        title={`Buy ${formatPhoneNumber(ordered ?? '')}?`}
        opened={ordered !== undefined}
        onClose={() => {
          setOrdered(undefined);
          buy.reset();
        }}
        label="Buy number"
        cancelLabel="Cancel"
        action={{ ...buy, mutate: () => ordered !== undefined && buy.mutate(ordered) }}
      >
        The carrier charges the operator of this service for the number, usually every month, until
        it is released at the carrier.
      </Confirm>
      <Section plain title="A short code or a name">
        <ByName />
      </Section>
    </Page>
  );
}

/** `showsError` is true if the caller shows the error. */
function useProvision(showsError?: true) {
  const client = useClient();
  return useAction((number: string, callOnce) => callOnce(client.number.provision, { number }), {
    toast: ({ number, status }) =>
      `${formatPhoneNumber(number)} is ${status === 'pending' ? 'ordered' : 'yours'}`,
    changes: ['number'],
    ...(showsError && { showsError }),
    opens: () => linkTo('numbers'),
  });
}

function ByName() {
  const [number, setNumber] = useState('');
  const take = useProvision(true);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    take.mutate(number.trim());
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label="Short code or name"
        description={`${shortCodeDigits.min} to ${shortCodeDigits.max} digits, or a name of up to 11 letters and digits`}
        placeholder="ACME"
        value={number}
        onChange={(event) => {
          setNumber(event.currentTarget.value);
          take.reset();
        }}
        error={take.error && (toFieldErrors(take.error)['/number'] ?? explain(take.error).title)}
        autoComplete="off"
      />
      <Button type="submit" variant="default" loading={take.isPending} disabled={!number.trim()}>
        Get it
      </Button>
    </form>
  );
}

import { Button } from '@mantine/core';
import { contract, type Registration } from '@textloom/shared/contract';
import { useMay } from '../account.ts';
import { useClient } from '../api/api.ts';
import { usePages } from '../api/queries.ts';
import { PlusIcon, RegistrationIcon } from '../icons.tsx';
import { Notice } from '../Notice.tsx';
import { linkTo } from '../route.ts';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { StatusMark } from '../ui/Mark.tsx';
import { Page } from '../ui/Page.tsx';
import { toTable } from '../ui/toTable.ts';
import { When } from '../ui/When.tsx';
import { useCaseLabel } from './useCaseLabel.ts';

export function Registrations() {
  const client = useClient();
  const may = useMay();
  const registrations = usePages(['registration', 'list'], client.registration.list, {});
  const add = may(contract.registration.submit) && (
    <Button
      component="a"
      href={linkTo('registrations', 'new')}
      leftSection={<PlusIcon size={16} />}
    >
      New registration
    </Button>
  );
  return (
    <Page
      title="Registrations"
      description="US networks accept marketing from a local number only after you register its brand and campaign (10DLC). The registry here is simulated: for real texts, also register at your carrier."
      actions={add}
    >
      <DataTable<Registration>
        label="Registrations"
        columns={columns}
        {...toTable(registrations)}
        toHref={({ id }) => linkTo('registrations', id)}
        empty={
          <Notice icon={<RegistrationIcon size={26} />} title="No registrations yet" action={add}>
            Rehearse the registration of your brand and campaign. The simulated registry decides
            within 36 hours.
          </Notice>
        }
      />
    </Page>
  );
}

const columns: readonly Column<Registration>[] = [
  { title: 'Brand', cell: ({ brand }) => brand.legal_name },
  { title: 'Use case', cell: ({ campaign }) => useCaseLabel(campaign.use_case), wide: true },
  { title: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
  { title: 'Numbers', cell: ({ number_ids }) => number_ids.length, wide: true, end: true },
  {
    title: 'Decision',
    cell: ({ decided_at, decision_by }) =>
      decided_at ? (
        <When at={decided_at} />
      ) : (
        <>
          by <When at={decision_by} />
        </>
      ),
    end: true,
  },
];

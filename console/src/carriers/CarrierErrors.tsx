import type { Carrier } from '@textloom/shared/contract';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { Section } from '../ui/Section.tsx';
import { When } from '../ui/When.tsx';

type CarrierError = Carrier['errors'][number];
interface Row extends CarrierError {
  readonly id: string;
  readonly carrier: string;
}

/** Lists the errors of all carriers, the latest first. */
export function CarrierErrors({ carriers }: { carriers: readonly Carrier[] }) {
  const rows = carriers
    .flatMap(({ name, errors }) =>
      errors.map((error): Row => {
        const id = `${name} ${error.code ?? ''} ${error.message}`;
        return { ...error, id, carrier: name };
      }),
    )
    .sort((a, b) => (a.last_at < b.last_at ? 1 : -1));
  if (rows.length === 0) return null;
  return (
    <Section plain title="Errors of the last day">
      <DataTable<Row> label="Errors" columns={columns} rows={rows} empty={null} />
    </Section>
  );
}

const columns: readonly Column<Row>[] = [
  {
    title: 'Carrier',
    cell: ({ carrier, code }) => (
      <>
        {carrier}
        {code !== null && (
          <div>
            <code>{code}</code>
          </div>
        )}
      </>
    ),
  },
  { title: 'What happened', cell: ({ message }) => `${message}.` },
  { title: 'Times', end: true, wide: true, cell: ({ count }) => count.toLocaleString() },
  { title: 'Last', cell: ({ last_at }) => <When at={last_at} /> },
];

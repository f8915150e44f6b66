import { contract } from '@textloom/shared/contract';
import { linkTo, type PageProps } from '../route.ts';
import { Allowed } from '../session/Allowed.tsx';
import { GetNumber } from './GetNumber.tsx';
import { Numbers } from './Numbers.tsx';

const back = { label: 'Numbers', href: linkTo('numbers') };

export default function NumbersPage({ route: { id } }: PageProps) {
  if (id !== 'new') return <Numbers />;
  return (
    <Allowed operation={contract.number.provision} title="Get a number" back={back}>
      <GetNumber />
    </Allowed>
  );
}

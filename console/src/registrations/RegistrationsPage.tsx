import { contract } from '@textloom/shared/contract';
import { linkTo, type PageProps } from '../route.ts';
import { Allowed } from '../session/Allowed.tsx';
import { NewRegistration } from './NewRegistration.tsx';
import { RegistrationPage } from './RegistrationPage.tsx';
import { Registrations } from './Registrations.tsx';

const back = { label: 'Registrations', href: linkTo('registrations') };

export default function RegistrationsPage({ route: { id, query } }: PageProps) {
  if (id === undefined) return <Registrations />;
  if (id === 'new')
    return (
      <Allowed operation={contract.registration.submit} title="New registration" back={back}>
        <NewRegistration key={query.of ?? ''} query={query} />
      </Allowed>
    );
  return <RegistrationPage key={id} id={id} />;
}

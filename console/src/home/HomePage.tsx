import { useAccount } from '../account.ts';
import { Page } from '../ui/Page.tsx';
import { Attention } from './Attention.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { Health } from './Health.tsx';
import classes from './Home.module.css';
import { Today } from './Today.tsx';

/**
 * Shows at a glance whether texts arrive and what needs a person. An open page sends a
 * request every two seconds, however many messages the account has.
 */
export default function HomePage() {
  const { name } = useAccount();
  return (
    <Page title="Home" description={`Today in ${name}. This page updates automatically.`}>
      <div className={classes.columns}>
        <div className={classes.today}>
          <Today />
        </div>
        <div className={classes.attention}>
          <Attention />
          <FirstSteps />
        </div>
        <div className={classes.rest}>
          <Health />
        </div>
      </div>
    </Page>
  );
}

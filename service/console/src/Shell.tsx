import { ActionIcon, AppShell, Burger, Group, NavLink, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { productName, type Account } from '@textloom/shared/contract';
import { HandsetsPage } from './handsets/HandsetsPage.tsx';
import { HandsetIcon, Logo, SignOutIcon } from './icons.tsx';
import { handsetOf, handsetsAddress, useFragment } from './route.ts';
import classes from './Shell.module.css';

interface ShellProps {
  account: Account;
  onSignOut: () => void;
}

/** The frame around every page: where one is, where one can go, and who one is. */
export function Shell({ account, onSignOut }: ShellProps) {
  const [navigationOpen, navigation] = useDisclosure(false);
  const handset = handsetOf(useFragment());

  return (
    <AppShell
      layout="alt"
      header={{ height: { base: handset === undefined ? 52 : 0, sm: 52, md: 0 } }}
      navbar={{ width: 216, breakpoint: 'md', collapsed: { mobile: !navigationOpen } }}
      withBorder={false}
    >
      <AppShell.Header
        className={classes.header}
        hiddenFrom="md"
        data-subpage={handset === undefined ? undefined : true}
      >
        <Burger
          opened={navigationOpen}
          onClick={navigation.toggle}
          size="sm"
          aria-label={navigationOpen ? 'Close navigation' : 'Open navigation'}
        />
        <Brand />
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar}>
        <Group className={classes.top} justify="space-between">
          <Brand />
          <Burger
            opened
            onClick={navigation.close}
            hiddenFrom="md"
            size="sm"
            aria-label="Close navigation"
          />
        </Group>
        <AppShell.Section component="nav" aria-label="Pages" grow>
          <NavLink
            className={classes.link}
            href={handsetsAddress}
            label="Handsets"
            leftSection={<HandsetIcon />}
            active
            aria-current="page"
            onClick={navigation.close}
          />
        </AppShell.Section>
        <Who account={account} onSignOut={onSignOut} />
      </AppShell.Navbar>
      <AppShell.Main className={classes.main}>
        <HandsetsPage handset={handset} />
      </AppShell.Main>
    </AppShell>
  );
}

const Brand = () => (
  <Group gap="xs" className={classes.brand}>
    <Logo size={26} />
    {productName}
  </Group>
);

const Who = ({ account, onSignOut }: ShellProps) => (
  <Group className={classes.who} justify="space-between" wrap="nowrap" gap="xs">
    <div className={classes.account}>
      <Text size="sm" fw={550} truncate>
        {account.name}
      </Text>
      <Text className={classes.scope} size="xs" c="dimmed">
        {account.scope} key
      </Text>
    </div>
    <Tooltip label="Sign out">
      <ActionIcon variant="subtle" color="gray" onClick={onSignOut} aria-label="Sign out">
        <SignOutIcon />
      </ActionIcon>
    </Tooltip>
  </Group>
);

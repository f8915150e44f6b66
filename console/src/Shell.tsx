import {
  ActionIcon,
  AppShell,
  Burger,
  Center,
  Group,
  Loader,
  NavLink,
  Text,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { productName } from '@textloom/shared/contract';
import { Suspense, useEffect, useRef } from 'react';
import { useAccount } from './account.ts';
import { ServiceDown } from './connection/ServiceDown.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Logo, MoonIcon, SignOutIcon, SunIcon } from './icons.tsx';
import { firstPage, notFound, pageGroups, pages } from './pages.ts';
import { useFragment } from './navigate.ts';
import { linkTo, handsetNumber, parseFragment } from './route.ts';
import classes from './Shell.module.css';

interface ShellProps {
  onSignOut: () => void;
}

/** Shows the frame around every page, with the navigation and the account. */
export function Shell({ onSignOut }: ShellProps) {
  const [navigationOpen, navigation] = useDisclosure(false);
  const fragment = useFragment();
  const route = parseFragment(fragment);
  const current = /^(#\/?)?$/.test(fragment) ? firstPage : route.page;
  const { Component } = Object.hasOwn(pages, current) ? pages[current]! : notFound;
  const links = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In a low window, the link of the current page is outside the visible part.
    links.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current, navigationOpen]);
  // On a small screen, a conversation has its own header.
  const isSubpage =
    (current === 'handsets' && handsetNumber(route) !== undefined) ||
    (current === 'inbox' && route.id !== undefined);

  return (
    <AppShell
      layout="alt"
      header={{ height: { base: isSubpage ? 0 : 52, sm: 52, md: 0 } }}
      navbar={{ width: 216, breakpoint: 'md', collapsed: { mobile: !navigationOpen } }}
      withBorder={false}
    >
      <a
        className={classes.skip}
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        Skip to the page
      </a>
      <AppShell.Header
        className={classes.header}
        hiddenFrom="md"
        data-subpage={isSubpage || undefined}
      >
        <Burger
          opened={navigationOpen}
          onClick={navigation.toggle}
          size="sm"
          aria-label={navigationOpen ? 'Close navigation' : 'Open navigation'}
        />
        <Brand />
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} aria-label="Pages">
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
        <AppShell.Section grow className={classes.links} ref={links}>
          {Object.entries(pageGroups).map(([group, members]) => (
            <div key={group} className={classes.group} role="group" aria-label={group}>
              {Object.keys(members).length > 1 && (
                <Text className={classes.groupLabel} size="xs" c="dimmed" aria-hidden>
                  {group}
                </Text>
              )}
              {Object.entries(members).map(([name, { label, Icon, Mark }]) => (
                <NavLink
                  key={name}
                  className={classes.link}
                  href={linkTo(name)}
                  label={label}
                  leftSection={<Icon />}
                  rightSection={Mark && <Mark />}
                  active={name === current}
                  aria-current={name === current ? 'page' : undefined}
                  onClick={navigation.close}
                />
              ))}
            </div>
          ))}
        </AppShell.Section>
        <AccountMenu onSignOut={onSignOut} />
      </AppShell.Navbar>
      <AppShell.Main className={classes.main} id="main" tabIndex={-1}>
        <ServiceDown />
        <ErrorBoundary key={current}>
          <Suspense fallback={<Loading />}>
            <Component route={route} />
          </Suspense>
        </ErrorBoundary>
      </AppShell.Main>
    </AppShell>
  );
}

const Loading = () => (
  <Center>
    <Loader size="sm" role="status" aria-label="Loading" />
  </Center>
);

const Brand = () => (
  <Group gap="xs" className={classes.brand}>
    <Logo size={26} />
    {productName}
  </Group>
);

function AccountMenu({ onSignOut }: ShellProps) {
  const account = useAccount();
  return (
    <Group className={classes.who} justify="space-between" wrap="nowrap" gap={4}>
      <div className={classes.account}>
        <Text size="sm" fw={550} truncate>
          {account.name}
        </Text>
        <Text className={classes.scope} size="xs" c="dimmed">
          {account.scope} key{account.scope === 'read' && ', which cannot change anything'}
        </Text>
      </div>
      <Group gap={2} wrap="nowrap">
        <SchemeSwitch />
        <Tooltip label="Sign out">
          <ActionIcon variant="subtle" color="gray" onClick={onSignOut} aria-label="Sign out">
            <SignOutIcon />
          </ActionIcon>
        </Tooltip>
      </Group>
    </Group>
  );
}

/** Switches the color scheme, which follows the system until then. */
function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  const label = `Switch to ${other} mode`;
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        onClick={() => setColorScheme(other)}
        aria-label={label}
      >
        {other === 'light' ? <SunIcon /> : <MoonIcon />}
      </ActionIcon>
    </Tooltip>
  );
}

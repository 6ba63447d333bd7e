import { AppShell, Box, Burger, Button, Group, NavLink, NativeSelect, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { AccountPageProps } from './account-page-props.ts';
import type { BalanceView } from '../../src/api/routes/balance/route.ts';
import { call } from '../api.ts';
import { roundedCredits } from '../format.ts';
import { useAccountEvents, useAccountQuery, useDeployment } from '../queries.ts';
import { Wordmark } from './wordmark.tsx';

const pages = [
  ['', 'Overview'],
  ['/keys', 'Keys'],
  ['/requests', 'Requests'],
  ['/independence', 'Independence'],
  ['/playground', 'Playground'],
  ['/watches', 'Watches'],
  ['/credits', 'Credits'],
  ['/settings', 'Settings'],
] as const;

/** The frame of every page of an account: the account, its balance, the list of pages and sign-out. */
export function Shell({ person, account, children }: AccountPageProps & { readonly children: ReactNode }): ReactNode {
  const [isOpen, { toggle, close }] = useDisclosure();
  const [path, navigate] = useLocation();
  const deployment = useDeployment();
  useAccountEvents(account.id);
  const base = `/a/${account.id}`;
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 200, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Pages" />
            <Box visibleFrom="xs">
              <Wordmark />
            </Box>
            <NativeSelect
              aria-label="Account"
              value={account.id}
              onChange={(event) => {
                const { value } = event.currentTarget;
                navigate(value === '' ? '/new-account' : `/a/${value}`);
              }}
              data={[
                ...person.accounts.map(({ id, name }) => ({ value: id, label: name })),
                { value: '', label: 'New account…' },
              ]}
              maw={180}
            />
          </Group>
          <Balance accountId={account.id} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Pages">
        {pages.map(([suffix, label]) => {
          const href = `${base}${suffix}`;
          const isActive = suffix === '' ? path === base : path.startsWith(href);
          return (
            <NavLink
              key={suffix}
              component={Link}
              href={href}
              label={label}
              active={isActive}
              aria-current={isActive ? 'page' : undefined}
              onClick={close}
            />
          );
        })}
        {deployment.data !== undefined && (
          <NavLink component="a" href={`${deployment.data.apiUrl}/docs`} target="_blank" label="Documentation" />
        )}
        <SignOut />
      </AppShell.Navbar>
      <AppShell.Main>
        {deployment.data?.mode === 'sandbox' && <SandboxNote mailboxUrl={deployment.data.mailboxUrl} />}
        {children}
      </AppShell.Main>
    </AppShell>
  );
}

function SandboxNote({ mailboxUrl }: { readonly mailboxUrl: string | null }): ReactNode {
  return (
    <p className="sandbox-note">
      Sandbox: every source is simulated, and no number is real.
      {mailboxUrl !== null && (
        <>
          {' '}
          Its mails are in the{' '}
          <a href={mailboxUrl} target="_blank" rel="noreferrer">
            mailbox
          </a>
          .
        </>
      )}
    </p>
  );
}

function Balance({ accountId }: { readonly accountId: string }): ReactNode {
  const { data } = useAccountQuery<BalanceView>(accountId, '/balance');
  return (
    <Text size="sm" className="number" component={Link} href={`/a/${accountId}/credits`} c="inherit">
      {data === undefined ? '…' : `${roundedCredits(data.balanceMicros)} credits`}
    </Text>
  );
}

function SignOut(): ReactNode {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const signOut = async (): Promise<void> => {
    await call('POST', '/api/auth/sign-out', {});
    client.clear();
    navigate('/sign-in');
  };
  return (
    <Button variant="default" size="xs" mt="auto" onClick={() => void signOut()}>
      Sign out
    </Button>
  );
}

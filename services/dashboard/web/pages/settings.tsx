import { Alert, Button, Card, Group, NativeSelect, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { AccountPageProps } from '../parts/account-page-props.ts';
import { call } from '../api.ts';
import { browserName } from '../browser-name.ts';
import { Time } from '../parts/labels.tsx';
import { Failure, Loaded } from '../parts/states.tsx';
import { WordsSetting } from '../parts/words-setting.tsx';
import { WideTable } from '../parts/wide-table.tsx';
import { PageHead } from '../parts/page-head.tsx';

type Member = {
  readonly id: string;
  readonly role: string;
  readonly user: { readonly name: string; readonly email: string };
};
type Invited = { readonly id: string; readonly email: string; readonly role: string; readonly status: string };
type FullAccount = { readonly members: readonly Member[]; readonly invitations: readonly Invited[] };
type Session = {
  readonly id: string;
  readonly token: string;
  readonly createdAt: string;
  readonly ipAddress?: string | null;
  readonly userAgent?: string | null;
};

/** Members and invitations of the account, and the person's own sessions and passkeys. */
export default function Settings({ account, person }: AccountPageProps): ReactNode {
  const full = useQuery({
    queryKey: ['members', account.organizationId],
    queryFn: () =>
      call<FullAccount>('GET', `/api/auth/organization/get-full-organization?organizationId=${account.organizationId}`),
  });
  return (
    <>
      <PageHead title="Settings" />
      <Stack gap="lg">
        <Section title={`Members of ${account.name}`}>
          <Loaded query={full}>{(data) => <Members data={data} account={account} person={person} />}</Loaded>
          {account.role === 'owner' && <Invite organizationId={account.organizationId} />}
        </Section>
        <Section title="Words of questions">
          <WordsSetting account={account} />
        </Section>
        <Section title="Your sessions">
          <Sessions />
        </Section>
        <Section title="Passkeys">
          <Passkeys />
        </Section>
      </Stack>
    </>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <Card withBorder component="section" aria-label={title}>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Card>
  );
}

function useMemberAction(organizationId: string, path: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Readonly<Record<string, string>>) =>
      call('POST', `/api/auth/organization/${path}`, { organizationId, ...body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['members', organizationId] }),
  });
}

function Members({ data, account, person }: AccountPageProps & { readonly data: FullAccount }): ReactNode {
  const remove = useMemberAction(account.organizationId, 'remove-member');
  const cancel = useMemberAction(account.organizationId, 'cancel-invitation');
  const isOwner = account.role === 'owner';
  const open = data.invitations.filter(({ status }) => status === 'pending');
  return (
    <>
      <WideTable minWidth={480} label="Members">
        <Table className="cards" aria-label="Members">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>E-mail</Table.Th>
              <Table.Th>Role</Table.Th>
              {isOwner && <Table.Th>Action</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.members.map((member) => (
              <Table.Tr key={member.id}>
                <Table.Td data-main="">{member.user.name}</Table.Td>
                <Table.Td data-label="E-mail">{member.user.email}</Table.Td>
                <Table.Td data-label="Role">{member.role}</Table.Td>
                {isOwner && (
                  <Table.Td data-label="Action">
                    {member.user.email === person.email ? (
                      <span className="muted">you</span>
                    ) : (
                      <Button
                        size="compact-sm"
                        variant="default"
                        onClick={() => remove.mutate({ memberIdOrEmail: member.id })}
                      >
                        Remove
                      </Button>
                    )}
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
            {open.map((invitation) => (
              <Table.Tr key={invitation.id}>
                <Table.Td className="muted" data-main="">
                  invited
                </Table.Td>
                <Table.Td data-label="E-mail">{invitation.email}</Table.Td>
                <Table.Td data-label="Role">{invitation.role}</Table.Td>
                {isOwner && (
                  <Table.Td data-label="Action">
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => cancel.mutate({ invitationId: invitation.id })}
                    >
                      Withdraw
                    </Button>
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </WideTable>
      <Failure error={remove.error ?? cancel.error} />
    </>
  );
}

function Invite({ organizationId }: { readonly organizationId: string }): ReactNode {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState('member');
  const invite = useMemberAction(organizationId, 'invite-member');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    invite.mutate({ email, role }, { onSuccess: () => setEmail('') });
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" mt="md">
        <TextInput
          label="Invite by e-mail"
          type="email"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <NativeSelect
          label="Role"
          value={role}
          onChange={(event) => setRole(event.currentTarget.value)}
          data={['member', 'owner']}
        />
        <Button type="submit" loading={invite.isPending}>
          Invite
        </Button>
      </Group>
      {invite.isSuccess && (
        <Alert mt="sm" role="status">
          The invitation was sent.
        </Alert>
      )}
      <Failure error={invite.error} />
    </form>
  );
}

function Sessions(): ReactNode {
  const client = useQueryClient();
  const sessions: UseQueryResult<readonly Session[]> = useQuery({
    queryKey: ['sessions'],
    queryFn: () => call<readonly Session[]>('GET', '/api/auth/list-sessions'),
  });
  const current = useQuery({
    queryKey: ['session'],
    queryFn: () => call<{ readonly session: { readonly id: string } }>('GET', '/api/auth/get-session'),
  });
  const revoke = useMutation({
    mutationFn: (token: string) => call('POST', '/api/auth/revoke-session', { token }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  });
  const revokeOthers = useMutation({
    mutationFn: () => call('POST', '/api/auth/revoke-other-sessions', {}),
    onSuccess: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  });
  return (
    <Loaded query={sessions}>
      {(rows) => (
        <>
          <WideTable minWidth={480} label="Sessions">
            <Table className="cards" aria-label="Sessions">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Since</Table.Th>
                  <Table.Th>Address</Table.Th>
                  <Table.Th>Browser</Table.Th>
                  <Table.Th>Action</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((session) => (
                  <Table.Tr key={session.id}>
                    <Table.Td className="short" data-label="Since">
                      <Time at={session.createdAt} />
                    </Table.Td>
                    <Table.Td data-label="Address">{session.ipAddress ?? ''}</Table.Td>
                    <Table.Td data-main="" title={session.userAgent ?? undefined}>
                      {browserName(session.userAgent ?? '')}
                    </Table.Td>
                    <Table.Td data-label="Action">
                      {session.id === current.data?.session.id ? (
                        <span className="muted">this session</span>
                      ) : (
                        <Button size="compact-sm" variant="default" onClick={() => revoke.mutate(session.token)}>
                          End
                        </Button>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </WideTable>
          {rows.length > 1 && (
            <Button mt="sm" variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => revokeOthers.mutate()}>
              End all other sessions
            </Button>
          )}
          <Failure error={revoke.error ?? revokeOthers.error} />
        </>
      )}
    </Loaded>
  );
}

function Passkeys(): ReactNode {
  const client = useQueryClient();
  const passkeys = useQuery({
    queryKey: ['passkeys'],
    queryFn: () =>
      call<readonly { readonly id: string; readonly name?: string; readonly createdAt?: string }[]>(
        'GET',
        '/api/auth/passkey/list-user-passkeys',
      ),
  });
  const add = useMutation({
    mutationFn: async () => (await import('../passkeys.ts')).addPasskey('dashboard'),
    onSuccess: () => client.invalidateQueries({ queryKey: ['passkeys'] }),
  });
  const remove = useMutation({
    mutationFn: (id: string) => call('POST', '/api/auth/passkey/delete-passkey', { id }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['passkeys'] }),
  });
  return (
    <Loaded query={passkeys}>
      {(rows) => (
        <Stack gap="xs" align="flex-start">
          {rows.length === 0 && <Text className="muted">You have no passkey yet.</Text>}
          {rows.map(({ id, name, createdAt }) => (
            <Group key={id}>
              <Text>{name ?? 'passkey'}</Text>
              {createdAt !== undefined && <Time at={createdAt} />}
              <Button size="compact-sm" variant="default" onClick={() => remove.mutate(id)}>
                Remove
              </Button>
            </Group>
          ))}
          <Button variant="default" onClick={() => add.mutate()} loading={add.isPending}>
            Add a passkey
          </Button>
          <Failure error={add.error ?? remove.error} />
        </Stack>
      )}
    </Loaded>
  );
}

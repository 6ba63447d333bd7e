import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation, useParams } from 'wouter';
import { call } from '../api.ts';
import { Entry } from '../parts/entry.tsx';
import { Failure, Loaded } from '../parts/states.tsx';

type InvitationView = { readonly organizationName: string; readonly inviterEmail: string; readonly role: string };

/** Accepts or declines an invitation to an account. */
export default function Invitation(): ReactNode {
  const { id } = useParams<{ id: string }>();
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const invitation = useQuery({
    queryKey: ['invitation', id],
    queryFn: () => call<InvitationView>('GET', `/api/auth/organization/get-invitation?id=${encodeURIComponent(id)}`),
  });
  const answer = useMutation({
    mutationFn: (verb: 'accept' | 'reject') =>
      call('POST', `/api/auth/organization/${verb}-invitation`, { invitationId: id }),
    onSuccess: async () => {
      await client.invalidateQueries();
      navigate('/');
    },
  });
  return (
    <Entry title="Invitation to an account">
      <Loaded query={invitation}>
        {({ organizationName, inviterEmail, role }) => (
          <>
            <Text>
              {inviterEmail} invites you to the account “{organizationName}” as {role}.
            </Text>
            <Group mt="md">
              <Button onClick={() => answer.mutate('accept')} loading={answer.isPending}>
                Accept
              </Button>
              <Button variant="default" onClick={() => answer.mutate('reject')}>
                Decline
              </Button>
            </Group>
            <Failure error={answer.error} />
          </>
        )}
      </Loaded>
    </Entry>
  );
}

import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Link, useSearch } from 'wouter';
import { call } from '../api.ts';
import { Entry } from '../parts/entry.tsx';
import { Failure } from '../parts/states.tsx';

/** Chooses a new password with the token of a mailed link, and ends every session of the person. */
export default function NewPassword(): ReactNode {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const [newPassword, setNewPassword] = useState('');
  const change = useMutation({
    mutationFn: () => call('POST', '/api/auth/reset-password', { newPassword, token }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate();
  };
  if (token === '' || change.isSuccess) {
    return (
      <Entry title={change.isSuccess ? 'The password was changed' : 'This link is not valid'}>
        <Text>
          {change.isSuccess ? 'Every session was ended. ' : 'Ask for a new link. '}
          <Link href="/sign-in">Go to sign-in</Link>
        </Text>
      </Entry>
    );
  }
  return (
    <Entry title="Choose a new password">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <PasswordInput
            label="New password"
            description="At least 10 characters"
            autoComplete="new-password"
            required
            minLength={10}
            maxLength={128}
            value={newPassword}
            onChange={(event) => setNewPassword(event.currentTarget.value)}
          />
          <Button type="submit" loading={change.isPending}>
            Change the password
          </Button>
          <Failure error={change.error} />
        </Stack>
      </form>
    </Entry>
  );
}

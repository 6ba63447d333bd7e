import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Link, useSearch } from 'wouter';
import { call } from '../api.ts';
import { nextPath } from '../next-path.ts';
import { Entry } from '../parts/entry.tsx';
import { Failure } from '../parts/states.tsx';
import { useDeployment } from '../queries.ts';

const minPasswordLength = 10;

/**
 * Sign-up with an e-mail address and a password. Before the first sign-in the person must confirm the address by a
 * mailed link.
 */
export default function SignUp(): ReactNode {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const next = nextPath(useSearch());
  const deployment = useDeployment();
  const signUp = useMutation({
    mutationFn: () => call('POST', '/api/auth/sign-up/email', { name, email, password, callbackURL: next }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signUp.mutate();
  };
  if (signUp.isSuccess) {
    return (
      <Entry title="Confirm your e-mail address">
        <Alert role="status">Open the link that was sent to {email}. It signs you in.</Alert>
        <Text size="sm" mt="md">
          Nothing arrived? Look among unwanted mail, or <Link href="/sign-in">sign in</Link> with the password that you
          chose to get a new link.
        </Text>
      </Entry>
    );
  }
  return (
    <Entry title="Sign up for Assay">
      {deployment.data?.isSignUpOpen === false && (
        <Alert mb="sm">Sign-up is closed here. It works only for an address that was invited to an account.</Alert>
      )}
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Your name"
            autoComplete="name"
            required
            maxLength={80}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            description={`At least ${minPasswordLength} characters`}
            autoComplete="new-password"
            required
            minLength={minPasswordLength}
            maxLength={128}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" loading={signUp.isPending}>
            Sign up
          </Button>
          <Failure error={signUp.error} />
        </Stack>
      </form>
      <Anchor component={Link} href="/sign-in" size="sm" mt="md" display="block">
        I have an account already
      </Anchor>
    </Entry>
  );
}

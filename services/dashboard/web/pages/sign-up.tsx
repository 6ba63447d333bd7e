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
    return <MailSent email={email} mailboxUrl={deployment.data?.mailboxUrl ?? null} />;
  }
  return (
    <Entry title="Sign up for Assay" isIntroduced>
      {deployment.data?.isSignUpOpen === false && (
        <Alert mb="sm">Sign-up is closed here. Only people who were invited can sign up.</Alert>
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
        I have signed up already
      </Anchor>
    </Entry>
  );
}

/** Says that a mail is on its way. A sandbox shows its mails on a page of its own. */
function MailSent({ email, mailboxUrl }: { readonly email: string; readonly mailboxUrl: string | null }): ReactNode {
  return (
    <Entry title="Confirm your e-mail address">
      <Alert role="status">Open the link that was sent to {email}. It signs you in.</Alert>
      {mailboxUrl !== null && (
        <Button component="a" href={mailboxUrl} target="_blank" rel="noreferrer" mt="md" fullWidth>
          Open the sandbox’s mailbox
        </Button>
      )}
      <Text size="sm" mt="md">
        Nothing arrived? Look among unwanted mail, or <Link href="/sign-in">sign in</Link> with the password that you
        chose to get a new link.
      </Text>
    </Entry>
  );
}

import { Alert, Anchor, Button, Divider, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { ApiError, call } from '../api.ts';
import { nextPath } from '../next-path.ts';
import { Entry } from '../parts/entry.tsx';
import { Failure } from '../parts/states.tsx';
import { useDeployment } from '../queries.ts';

/** Sign-in by password, passkey, a link by mail or an OpenID Connect provider. */
export default function SignIn(): ReactNode {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [emailError, setEmailError] = useState('');
  const emailInput = useRef<HTMLInputElement>(null);
  const search = useSearch();
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const next = nextPath(search);
  const enter = async (): Promise<void> => {
    await client.invalidateQueries();
    navigate(next);
  };
  const signIn = useMutation({
    mutationFn: () => call('POST', '/api/auth/sign-in/email', { email, password }),
    onSuccess: enter,
  });
  /** Runs an action that needs only the e-mail address, or shows that the address is missing. */
  const withEmail = (run: () => void): void => {
    if (email.trim() === '') {
      setEmailError('Enter your e-mail first.');
      emailInput.current?.focus();
    } else {
      run();
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signIn.mutate();
  };
  return (
    <Entry title="Sign in to Assay" isIntroduced>
      {new URLSearchParams(search).has('error') && (
        <Alert color="red" role="alert" mb="md">
          This link did not sign you in: a link works once and for a limited time. Sign in below, or ask for a new link.
        </Alert>
      )}
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username webauthn"
            required
            ref={emailInput}
            error={emailError === '' ? undefined : emailError}
            value={email}
            onChange={(event) => {
              setEmail(event.currentTarget.value);
              setEmailError('');
            }}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" loading={signIn.isPending}>
            Sign in
          </Button>
          <Failure error={signInError(signIn.error)} />
        </Stack>
      </form>
      <OtherWays email={email} next={next} onEnter={enter} withEmail={withEmail} />
    </Entry>
  );
}

/**
 * Returns the error to show: the server's, or one with a clearer message if the server's does not say what to do next.
 */
function signInError(error: Error | null): Error | null {
  return error instanceof ApiError && error.code === 'EMAIL_NOT_VERIFIED'
    ? new Error('Confirm your e-mail address first. A new link is on its way to you.')
    : error;
}

function OtherWays({
  email,
  next,
  onEnter,
  withEmail,
}: {
  readonly email: string;
  readonly next: string;
  readonly onEnter: () => Promise<void>;
  readonly withEmail: (run: () => void) => void;
}): ReactNode {
  const [sent, setSent] = useState('');
  const deployment = useDeployment();
  const passkey = useMutation({
    mutationFn: async () => (await import('../passkeys.ts')).signInWithPasskey(),
    onSuccess: onEnter,
  });
  const link = useMutation({
    mutationFn: () => call('POST', '/api/auth/sign-in/magic-link', { email, callbackURL: next }),
    onSuccess: () => setSent(`If somebody signed up with ${email}, a sign-in link is on its way.`),
  });
  const reset = useMutation({
    mutationFn: () => call('POST', '/api/auth/request-password-reset', { email, redirectTo: '/new-password' }),
    onSuccess: () => setSent(`If somebody signed up with ${email}, a link to choose a new password is on its way.`),
  });
  const oidc = useMutation({
    mutationFn: (provider: string) =>
      call<{ readonly url: string }>('POST', '/api/auth/sign-in/social', {
        provider,
        callbackURL: next,
        errorCallbackURL: '/sign-in',
      }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  return (
    <>
      <Failure error={passkey.error ?? link.error ?? reset.error ?? oidc.error} />
      {sent !== '' && <Alert role="status">{sent}</Alert>}
      <Divider my="md" label="or" />
      <Stack gap="xs">
        <Button variant="default" onClick={() => passkey.mutate()} loading={passkey.isPending}>
          Use a passkey
        </Button>
        <Button variant="default" loading={link.isPending} onClick={() => withEmail(() => link.mutate())}>
          Send me a sign-in link
        </Button>
        {deployment.data?.oidcProviders.map(({ id, name }) => (
          <Button key={id} variant="default" onClick={() => oidc.mutate(id)}>
            Continue with {name}
          </Button>
        ))}
      </Stack>
      <Group justify="space-between" mt="md">
        <Anchor component="button" type="button" size="sm" onClick={() => withEmail(() => reset.mutate())}>
          Forgot the password?
        </Anchor>
        {deployment.data?.isSignUpOpen === true && (
          <Anchor component={Link} href={`/sign-up?next=${encodeURIComponent(next)}`} size="sm">
            Sign up
          </Anchor>
        )}
      </Group>
    </>
  );
}

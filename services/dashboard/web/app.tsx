import { Center, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import type { PersonView } from '../src/api/routes/person/route.ts';
import type { AccountPageProps } from './parts/account-page-props.ts';
import { deferred } from './parts/deferred.tsx';
import { Shell } from './parts/shell.tsx';
import { Loaded } from './parts/states.tsx';
import { usePerson } from './queries.ts';

const waiting = (
  <Center h="50vh">
    <Loader aria-label="Loading" />
  </Center>
);
const SignIn = deferred(() => import('./pages/sign-in.tsx'), waiting);
const SignUp = deferred(() => import('./pages/sign-up.tsx'), waiting);
const NewPassword = deferred(() => import('./pages/new-password.tsx'), waiting);
const Invitation = deferred(() => import('./pages/invitation.tsx'), waiting);
const NewAccount = deferred(() => import('./pages/new-account.tsx'), waiting);
const Overview = deferred(() => import('./pages/overview.tsx'), waiting);
const Keys = deferred(() => import('./pages/keys.tsx'), waiting);
const Requests = deferred(() => import('./pages/requests.tsx'), waiting);
const Request = deferred(() => import('./pages/request.tsx'), waiting);
const Independence = deferred(() => import('./pages/independence.tsx'), waiting);
const Playground = deferred(() => import('./pages/playground.tsx'), waiting);
const Watches = deferred(() => import('./pages/watches.tsx'), waiting);
const Watch = deferred(() => import('./pages/watch.tsx'), waiting);
const Credits = deferred(() => import('./pages/credits.tsx'), waiting);
const Settings = deferred(() => import('./pages/settings.tsx'), waiting);
const NotFound = deferred(() => import('./pages/not-found.tsx'), waiting);

/** The whole application: the pages of sign-in, and the pages of an account for a signed-in person. */
export function App(): ReactNode {
  return (
    <Switch>
      <Route path="/sign-in" component={SignIn} />
      <Route path="/sign-up" component={SignUp} />
      <Route path="/new-password" component={NewPassword} />
      <Route>
        <SignedIn />
      </Route>
    </Switch>
  );
}

function SignedIn(): ReactNode {
  const person = usePerson();
  const [path] = useLocation();
  // An invalid sign-in link leads here with an error in the query. The sign-in page then shows the error.
  const search = useSearch();
  const hasFailed = new URLSearchParams(search).has('error');
  const next = hasFailed || search === '' ? path : `${path}?${search}`;
  const signIn = `/sign-in?next=${encodeURIComponent(next)}${hasFailed ? '&error=link' : ''}`;
  return (
    <Loaded query={person}>{(data) => (data === null ? <Redirect to={signIn} /> : <Pages person={data} />)}</Loaded>
  );
}

function Pages({ person }: { readonly person: PersonView }): ReactNode {
  const [first] = person.accounts;
  return (
    <Switch>
      <Route path="/invitations/:id" component={Invitation} />
      <Route path="/new-account" component={NewAccount} />
      <Route path="/">
        {first === undefined ? <Redirect to="/new-account" /> : <Redirect to={`/a/${first.id}`} />}
      </Route>
      <Route path="/a/:account/*?">
        {({ account: id }) => {
          const account = person.accounts.find((each) => each.id === id);
          return account === undefined ? <NotFound /> : <AccountPages person={person} account={account} />;
        }}
      </Route>
      <Route component={NotFound} />
    </Switch>
  );
}

function AccountPages({ person, account }: AccountPageProps): ReactNode {
  const props = { person, account };
  const base = `/a/${account.id}`;
  return (
    <Shell {...props}>
      <Switch>
        <Route path={base}>
          <Overview {...props} />
        </Route>
        <Route path={`${base}/keys`}>
          <Keys {...props} />
        </Route>
        <Route path={`${base}/requests`}>
          <Requests {...props} />
        </Route>
        <Route path={`${base}/requests/:trace`}>{({ trace }) => <Request {...props} traceId={trace} />}</Route>
        <Route path={`${base}/independence`}>
          <Independence />
        </Route>
        <Route path={`${base}/playground`}>
          <Playground {...props} />
        </Route>
        <Route path={`${base}/watches`}>
          <Watches {...props} />
        </Route>
        <Route path={`${base}/watches/:watch`}>{({ watch }) => <Watch {...props} watchId={watch} />}</Route>
        <Route path={`${base}/credits`}>
          <Credits {...props} />
        </Route>
        <Route path={`${base}/settings`}>
          <Settings {...props} />
        </Route>
        <Route component={NotFound} />
      </Switch>
    </Shell>
  );
}

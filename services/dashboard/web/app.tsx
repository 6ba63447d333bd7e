import { Center, Loader } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import type { PersonView } from '../src/api/routes/person/route.ts';
import { Shell } from './parts/shell.tsx';
import { Loaded } from './parts/states.tsx';
import { usePerson } from './queries.ts';

const SignIn = lazy(() => import('./pages/sign-in.tsx'));
const SignUp = lazy(() => import('./pages/sign-up.tsx'));
const NewPassword = lazy(() => import('./pages/new-password.tsx'));
const Invitation = lazy(() => import('./pages/invitation.tsx'));
const NewAccount = lazy(() => import('./pages/new-account.tsx'));
const Overview = lazy(() => import('./pages/overview.tsx'));
const Keys = lazy(() => import('./pages/keys.tsx'));
const Requests = lazy(() => import('./pages/requests.tsx'));
const Request = lazy(() => import('./pages/request.tsx'));
const Independence = lazy(() => import('./pages/independence.tsx'));
const Playground = lazy(() => import('./pages/playground.tsx'));
const Watches = lazy(() => import('./pages/watches.tsx'));
const Watch = lazy(() => import('./pages/watch.tsx'));
const Credits = lazy(() => import('./pages/credits.tsx'));
const Settings = lazy(() => import('./pages/settings.tsx'));
const NotFound = lazy(() => import('./pages/not-found.tsx'));

/** The whole application: the pages of sign-in, and the pages of an account for a signed-in person. */
export function App(): ReactNode {
  return (
    <Suspense fallback={<Waiting />}>
      <Switch>
        <Route path="/sign-in" component={SignIn} />
        <Route path="/sign-up" component={SignUp} />
        <Route path="/new-password" component={NewPassword} />
        <Route>
          <SignedIn />
        </Route>
      </Switch>
    </Suspense>
  );
}

function Waiting(): ReactNode {
  return (
    <Center h="50vh">
      <Loader aria-label="Loading" />
    </Center>
  );
}

function SignedIn(): ReactNode {
  const person = usePerson();
  const [path] = useLocation();
  return (
    <Loaded query={person}>
      {(data) =>
        data === null ? <Redirect to={`/sign-in?next=${encodeURIComponent(path)}`} /> : <Pages person={data} />
      }
    </Loaded>
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

/** What each page of an account receives. */
export type AccountPageProps = {
  readonly person: PersonView;
  readonly account: PersonView['accounts'][number];
};

function AccountPages({ person, account }: AccountPageProps): ReactNode {
  const props = { person, account };
  const base = `/a/${account.id}`;
  return (
    <Shell {...props}>
      <Suspense fallback={<Waiting />}>
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
      </Suspense>
    </Shell>
  );
}

import type { Catalog } from '@assay/catalog/catalog';
import type { services } from '@assay/rpc/load';
import type { ServiceClient } from '@assay/rpc/methods';
import type { SignIn } from '../sign-in/auth.ts';
import type { MemberStore } from '../members/store.ts';
import type { Openings } from '../members/openings.ts';
import type { CallPlayground } from '../playground/call.ts';

/** The dependencies of the endpoints. */
export type DashboardTools = {
  readonly billing: ServiceClient<(typeof services)['billing']>;
  readonly engine: ServiceClient<(typeof services)['engine']>;
  readonly watches: ServiceClient<(typeof services)['watch']>;
  readonly members: MemberStore;
  readonly signIn: SignIn;
  readonly openings: Openings;
  readonly catalog: Catalog;
  readonly playground: CallPlayground;
  /** The facts about this deployment that the pages show. */
  readonly deployment: Deployment;
};

/** The facts about a deployment that its pages show. */
export type Deployment = {
  readonly mode: 'sandbox' | 'live';
  /** Base URL of the gateway, for examples. */
  readonly apiUrl: string;
  /**
   * URL of the page that shows the mails of a sandbox. Null when the dashboard sends its mails to a real mail server.
   */
  readonly mailboxUrl: string | null;
  readonly isSignUpOpen: boolean;
  readonly oidcProviders: readonly { readonly id: string; readonly name: string }[];
};

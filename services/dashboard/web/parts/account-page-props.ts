import type { PersonView } from '../../src/api/routes/person/route.ts';

/** The properties of every page of an account. */
export type AccountPageProps = {
  readonly person: PersonView;
  readonly account: PersonView['accounts'][number];
};

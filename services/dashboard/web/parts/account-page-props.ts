import type { PersonView } from '../../src/api/routes/person/route.ts';

/** What each page of an account receives. */
export type AccountPageProps = {
  readonly person: PersonView;
  readonly account: PersonView['accounts'][number];
};

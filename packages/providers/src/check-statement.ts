import type { Provider, ReadPage } from './define.ts';

const kinds: readonly unknown[] = ['venue', 'aggregator', 'oracle'];

/**
 * Throws when a provider's `statement` is incomplete. It must say what kind of source the provider is. For each
 * published fact it must give the page and the day on which an author read the page. The list of an aggregator's parts
 * may name only known providers, because a misspelt name would silently drop a part.
 * @param providerIds the ids of all providers.
 */
export function checkStatement(
  { id, statement }: Pick<Provider, 'id'> & { readonly statement?: Provider['statement'] },
  providerIds: ReadonlySet<string>,
): void {
  if (statement === undefined || !kinds.includes(statement.kind)) {
    throw new Error(`${id}: statement.kind must be venue, aggregator or oracle`);
  }
  if (statement.kind === 'venue') {
    return;
  }
  checkPage(id, 'statement.statedAt', statement.statedAt);
  if (statement.kind === 'oracle') {
    if (!Number.isInteger(statement.fewestPublishers) || statement.fewestPublishers < 1) {
      throw new Error(`${id}: statement.fewestPublishers must be a whole number above 0`);
    }
    return;
  }
  const { parts } = statement;
  if (parts !== undefined) {
    checkPage(id, 'statement.parts', parts);
    const strange = parts.providers.find((part) => part === id || !providerIds.has(part));
    if (strange !== undefined) {
      throw new Error(`${id}: statement.parts names ${strange}, which is no other declared provider`);
    }
  }
}

function checkPage(id: string, field: string, { url, readOn }: ReadPage): void {
  if (!URL.canParse(url) || !url.startsWith('https:')) {
    throw new Error(`${id}: ${field}.url must be an https URL`);
  }
  if (!/^\d{4}-\d\d-\d\d$/.test(readOn) || Number.isNaN(Date.parse(readOn))) {
    throw new Error(`${id}: ${field}.readOn must be a day as YYYY-MM-DD`);
  }
}

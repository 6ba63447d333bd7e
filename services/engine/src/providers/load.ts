import type { Catalog } from '@assay/catalog/catalog';
import type { DataType } from '@assay/catalog/define';
import { loadFolder } from '@assay/catalog/load-folder';
import type { Answer, Params, Provider } from './define.ts';

/** One provider's way to answer one data type: the unit that is asked, watched and paid. */
export type Offer = {
  readonly provider: Provider;
  readonly answer: Answer;
  readonly type: DataType;
  /** Parameters that it surely answers; undefined when none are known, and then it is never probed. */
  readonly probe: Params | undefined;
};

/** Offers by data type, in the order of the providers' names. */
export type Offers = ReadonlyMap<string, readonly Offer[]>;

const idPattern = /^[a-z][a-z0-9]*$/;
/** A budget is kept as one moment per request, so its size is what it costs in memory. */
const maxBudgetRequests = 100_000;

/** Loads every provider folder. Throws for a folder that declares something that cannot be right. */
export async function loadProviders(catalog: Catalog): Promise<Provider[]> {
  const providers = await loadFolder<Provider>(new URL('./', import.meta.url), 'provider', import.meta.url);
  checkProviders(providers, catalog);
  return providers;
}

/** Throws, naming the provider, for what types cannot say: repeated ids, unknown types, costs and budgets out of range. */
export function checkProviders(providers: readonly Provider[], catalog: Catalog): void {
  const ids = new Set<string>();
  for (const provider of providers) {
    if (!idPattern.test(provider.id)) {
      throw new Error(`"${provider.id}" is not a provider id such as kraken`);
    }
    if (ids.has(provider.id)) {
      throw new Error(`two folders declare the provider ${provider.id}`);
    }
    ids.add(provider.id);
    checkBaseUrl(provider.id, provider.baseUrl);
    checkBudget(provider);
    checkAnswers(provider, catalog);
  }
}

function checkBudget({ id, budget }: Provider): void {
  const { requests, perMs } = budget;
  if (!Number.isInteger(requests) || requests < 1 || requests > maxBudgetRequests) {
    throw new Error(`${id}: budget.requests must be a whole number from 1 to ${maxBudgetRequests}`);
  }
  if (!Number.isInteger(perMs) || perMs < 1) {
    throw new Error(`${id}: budget.perMs must be a whole number of milliseconds above 0`);
  }
}

function checkAnswers(provider: Provider, catalog: Catalog): void {
  if (provider.answers.length === 0) {
    throw new Error(`${provider.id} answers no data type`);
  }
  const types = new Set<string>();
  for (const answer of provider.answers) {
    if (!catalog.has(answer.type)) {
      throw new Error(`${provider.id} answers ${answer.type}, which the catalog does not have`);
    }
    if (types.has(answer.type)) {
      throw new Error(`${provider.id} answers ${answer.type} twice`);
    }
    types.add(answer.type);
    if (answer.costMicros < 0n) {
      throw new Error(`${provider.id} ${answer.type}: costMicros must be 0 or more`);
    }
    if (answer.baseUrl !== undefined) {
      checkBaseUrl(provider.id, answer.baseUrl);
    }
  }
}

function checkBaseUrl(id: string, baseUrl: string): void {
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl) || baseUrl.endsWith('/')) {
    throw new Error(`${id}: a base URL must be http or https and end without a slash`);
  }
}

/** Groups the answers of providers that deliver a datum by data type and finds parameters to probe each with. */
export function offersByType(providers: readonly Provider[], catalog: Catalog): Offers {
  const ids = new Set(providers.map(({ id }) => id));
  const offers = new Map<string, Offer[]>();
  for (const provider of providers) {
    for (const answer of provider.answers) {
      const type = catalog.get(answer.type);
      if (type !== undefined && answer.peer !== true) {
        const offer = { provider, answer, type, probe: probeParams(provider, answer, type, ids) };
        offers.set(type.id, [...(offers.get(type.id) ?? []), offer]);
      }
    }
  }
  return offers;
}

/**
 * A parameter of the type's example that names a provider (a venue) stands for the provider that is asked, so each
 * venue is probed for its own rate without the engine knowing which types have venues.
 */
function probeParams(
  provider: Provider,
  answer: Answer,
  type: DataType,
  providerIds: ReadonlySet<string>,
): Params | undefined {
  const example = type.params.parse(type.example) as Params;
  const own = Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, providerIds.has(value) ? provider.id : value]),
  );
  return [answer.example, example, own].find(
    (params) => params !== undefined && answer.request(params, undefined) !== undefined,
  );
}

/**
 * The most sources of one type that can answer the same question: one where each venue answers only for itself. It
 * bounds what one call can cost.
 */
export function mostAnswering(offers: readonly Offer[]): number {
  const questions = offers.map(({ probe }) => probe).filter((probe) => probe !== undefined);
  if (questions.length < offers.length) {
    return offers.length;
  }
  return Math.max(
    ...questions.map((params) => offers.filter(({ answer }) => answer.request(params, undefined) !== undefined).length),
  );
}

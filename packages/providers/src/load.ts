import type { Catalog } from '@assay/catalog/catalog';
import type { DataType } from '@assay/catalog/define';
import { loadFolder } from '@assay/catalog/load-folder';
import type { DocumentedBudget, TypeAdapter, QuestionParams, Provider } from './define.ts';
import { checkStatement } from './check-statement.ts';

/** One provider's adapter for one data type: the unit that the engine asks, monitors and pays. */
export type Offer = {
  readonly provider: Provider;
  readonly adapter: TypeAdapter;
  readonly type: DataType;
  /** Parameters of a question that the adapter can answer. Undefined when no such parameters are known. */
  readonly coveredParams: QuestionParams | undefined;
  /** Parameters for probes. Undefined when the engine must not probe the source. */
  readonly probeParams: QuestionParams | undefined;
};

/** Offers by data type, in the order of the providers' names. */
export type Offers = ReadonlyMap<string, readonly Offer[]>;

const idPattern = /^[a-z][a-z0-9]*$/;
/**
 * Maximum number of requests in a budget. A budget stores the time of each request, so this number bounds its memory.
 */
const maxBudgetRequests = 100_000;

/** Loads every provider folder. Throws for an invalid declaration; see checkProviders. */
export async function loadProviders(catalog: Catalog): Promise<Provider[]> {
  const providers = await loadFolder<Provider>(new URL('./providers/', import.meta.url), 'provider', import.meta.url);
  checkProviders(providers, catalog);
  return providers;
}

/**
 * Throws for an invalid provider: an id that another provider has, an unknown type, a cost or budget out of range, or a
 * statement without its page. The error names the provider.
 */
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
    checkBudget(provider.id, provider.budget);
    checkPlans(provider);
    checkAnswers(provider, catalog);
  }
  providers.forEach((provider) => checkStatement(provider, ids));
}

function checkPlans({ id, key, plans = [] }: Provider): void {
  if (key !== undefined && plans.length > 0) {
    throw new Error(`${id} declares a key and plans; with plans, each of them declares its key`);
  }
  const names = new Set<string>();
  for (const { name, baseUrl, budget } of plans) {
    if (!idPattern.test(name) || names.has(name)) {
      throw new Error(`${id}: "${name}" is not a name of a plan such as paid, or two plans have it`);
    }
    names.add(name);
    checkBaseUrl(id, baseUrl);
    checkBudget(id, budget);
  }
}

function checkBudget(id: string, { requests, perMs }: DocumentedBudget): void {
  if (!Number.isInteger(requests) || requests < 1 || requests > maxBudgetRequests) {
    throw new Error(`${id}: budget.requests must be a whole number from 1 to ${maxBudgetRequests}`);
  }
  if (!Number.isInteger(perMs) || perMs < 1) {
    throw new Error(`${id}: budget.perMs must be a whole number of milliseconds above 0`);
  }
}

function checkAnswers(provider: Provider, catalog: Catalog): void {
  if (provider.adapters.length === 0) {
    throw new Error(`${provider.id} answers no data type`);
  }
  const types = new Set<string>();
  for (const adapter of provider.adapters) {
    if (!catalog.has(adapter.type)) {
      throw new Error(`${provider.id} answers ${adapter.type}, which the catalog does not have`);
    }
    if (types.has(adapter.type)) {
      throw new Error(`${provider.id} answers ${adapter.type} twice`);
    }
    types.add(adapter.type);
    if (adapter.costMicros < 0n) {
      throw new Error(`${provider.id} ${adapter.type}: costMicros must be 0 or more`);
    }
    if (adapter.base !== undefined) {
      checkBaseUrl(provider.id, adapter.base.baseUrl);
      if (!idPattern.test(adapter.base.name)) {
        throw new Error(`${provider.id}: "${adapter.base.name}" is not a name of a base URL such as futures`);
      }
    }
  }
}

function checkBaseUrl(id: string, baseUrl: string): void {
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl) || baseUrl.endsWith('/')) {
    throw new Error(`${id}: a base URL must be http or https and end without a slash`);
  }
}

/** Returns the adapters that deliver a datum, by data type. Each has the parameters for its probes. */
export function offersByType(providers: readonly Provider[], catalog: Catalog): Offers {
  const ids = new Set(providers.map(({ id }) => id));
  const offers = new Map<string, Offer[]>();
  for (const provider of providers) {
    for (const adapter of provider.adapters) {
      const type = catalog.get(adapter.type);
      if (type !== undefined && adapter.peer !== true) {
        const coveredParams = paramsCoveredBy(provider, adapter, type, ids);
        const probeParams = adapter.unprobed === true ? undefined : coveredParams;
        const offer = { provider, adapter, type, coveredParams, probeParams };
        offers.set(type.id, [...(offers.get(type.id) ?? []), offer]);
      }
    }
  }
  return offers;
}

/**
 * Returns parameters of a question that the adapter can answer. They are the type's example. When a parameter of the
 * example names a provider, such as a venue, this provider's id replaces the name. So the engine probes each venue for
 * its own rate, without a list of types that have venues.
 */
function paramsCoveredBy(
  provider: Provider,
  adapter: TypeAdapter,
  type: DataType,
  providerIds: ReadonlySet<string>,
): QuestionParams | undefined {
  const example = type.params.parse(type.example) as QuestionParams;
  const exampleOfProvider = Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, providerIds.has(value) ? provider.id : value]),
  );
  return [adapter.example, example, exampleOfProvider].find(
    (params) => params !== undefined && adapter.request(params) !== undefined,
  );
}

/**
 * Returns the maximum number of sources that can answer the same question of a type. It is one for a type such as
 * `funding.rate`, because each venue answers only for itself. The number bounds the cost of a call.
 */
export function maxAnswerable(offers: readonly Offer[]): number {
  const questions = offers.map(({ coveredParams }) => coveredParams).filter((params) => params !== undefined);
  if (questions.length < offers.length) {
    return offers.length;
  }
  return Math.max(
    ...questions.map((params) => offers.filter(({ adapter }) => adapter.request(params) !== undefined).length),
  );
}

import type { DataType } from './define.ts';

/** Parameters in the catalog's normal form. */
type Params = Readonly<Record<string, string>>;

/**
 * Returns the parameters that identify the market of a question. The engine asks with these parameters when it measures
 * the independence of the market's sources.
 */
export function marketParams(type: DataType, params: Params): Params {
  return type.agreement?.marketParams?.(params) ?? params;
}

/**
 * Returns the key of a question's market. The engine collects evidence on independence for each key, and a verdict
 * applies only to questions with the same key.
 */
export function marketKey(type: DataType, params: Params): string {
  return `${type.id}:${Object.values(marketParams(type, params)).join(',')}`;
}

/**
 * Returns whether a question has exactly the parameters of its market and no others. Only answers to such questions are
 * evidence on independence.
 */
export function isMarketQuestion(type: DataType, params: Params): boolean {
  const market = marketParams(type, params);
  return market === params || Object.entries(params).every(([name, value]) => market[name] === value);
}

/**
 * Returns the parameters from which `marketKey` made a key of this type. Undefined for a text that is not such a key.
 */
export function paramsOfKey(type: DataType, key: string): Params | undefined {
  const [prefix, ...values] = key.split(/[:,]/u);
  const names = Object.keys(type.params.shape);
  const parsed = type.params.safeParse(Object.fromEntries(values.map((value, index) => [names[index] ?? '', value])));
  const params = parsed.success ? (parsed.data as Params) : undefined;
  return prefix === type.id && params !== undefined && marketKey(type, params) === key ? params : undefined;
}

import type { DataType } from './define.ts';

/** Parameters in the catalog's normal form. */
type Params = Readonly<Record<string, string>>;

/** Returns the parameters that stand for the market of a question: those by which its sources are measured. */
export function marketParams(type: DataType, params: Params): Params {
  return type.agreement?.marketParams?.(params) ?? params;
}

/**
 * Returns the key of a question's market. The evidence on independence is collected by key, and a verdict holds only for
 * questions of its key.
 */
export function marketKey(type: DataType, params: Params): string {
  return `${type.id}:${Object.values(marketParams(type, params)).join(',')}`;
}

/** Whether a question is asked with the parameters of its market. Only the answers to such a question are evidence. */
export function isMarketQuestion(type: DataType, params: Params): boolean {
  const market = marketParams(type, params);
  return market === params || Object.entries(params).every(([name, value]) => market[name] === value);
}

/** Returns the parameters of a key that `marketKey` made for this type. Undefined for any other text. */
export function paramsOfKey(type: DataType, key: string): Params | undefined {
  const [prefix, ...values] = key.split(/[:,]/u);
  const names = Object.keys(type.params.shape);
  const parsed = type.params.safeParse(Object.fromEntries(values.map((value, index) => [names[index] ?? '', value])));
  const params = parsed.success ? (parsed.data as Params) : undefined;
  return prefix === type.id && params !== undefined && marketKey(type, params) === key ? params : undefined;
}

import type {
  DataTypes,
  DeliveryFields,
  GateFields,
  NewWatchFields,
  NoSourceFields,
  RefusalFields,
  WatchableType,
} from './gen/api.ts';

/** The name of a data type. */
export type TypeName = keyof DataTypes;

/** The parameters of a data type. */
export type ParamsOf<Type extends TypeName> = DataTypes[Type]['params'];

/** The datum of a data type. */
export type DataOf<Type extends TypeName> = DataTypes[Type]['data'];

/** A delivered answer. */
export type Delivery<Type extends TypeName = TypeName> = {
  readonly [Name in Type]: DeliveryFields & {
    readonly type: Name;
    readonly params: ParamsOf<Name>;
    readonly data: DataOf<Name>;
  };
}[Type];

/** An answer for which no source exists. It is free. A question that matches no type has neither type nor parameters. */
export type NoSource = NoSourceFields & {
  readonly type?: string;
  readonly params?: Readonly<Record<string, unknown>>;
};

/** A refusal: a source answered, and the answer did not reach the required level. It is free. */
export type Refusal<Type extends TypeName = TypeName> = RefusalFields & {
  readonly type: Type;
  readonly params: Readonly<Record<string, unknown>>;
};

/** The result of a question. `status` tells which of the three it is. */
export type Answer<Type extends TypeName = TypeName> = Delivery<Type> | NoSource | Refusal<Type>;

/** A part of a gate decision that no source answered. */
export type FailedPart = {
  readonly status: 'error';
  readonly code: string;
  readonly error: string;
  readonly traceId: string;
};

/** A decision on a swap, with the two answers that it is made from. */
export type GateResult = GateFields & {
  readonly quote: Answer<'chain.swap_quote'> | FailedPart;
  /** Null when no mint could be derived from the pool. */
  readonly risk: Answer<'chain.token_risk'> | FailedPart | null;
};

/** A watch to register. */
export type WatchInput = {
  readonly [Type in WatchableType]: NewWatchFields & { readonly type: Type; readonly params: ParamsOf<Type> };
}[WatchableType];

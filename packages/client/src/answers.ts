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

/**
 * An answer that says that no source exists for the question. It is free. A question that matched no data type has neither a
 * type nor parameters.
 */
export type NoSource = NoSourceFields & {
  readonly type?: string;
  readonly params?: Readonly<Record<string, unknown>>;
};

/** A refusal: a source answered, but the answer did not reach the required level. It is free. */
export type Refusal<Type extends TypeName = TypeName> = RefusalFields & {
  readonly type: Type;
  readonly params: Readonly<Record<string, unknown>>;
};

/** The result of a question. `status` distinguishes the three kinds. */
export type Answer<Type extends TypeName = TypeName> = Delivery<Type> | NoSource | Refusal<Type>;

/** The result of a question in words. */
export type WordsAnswer = Answer & {
  /** A remark on the question, such as that the message contains further questions, which have no answer here. */
  readonly notice?: string;
};

/** The result of a question whose type is known only at run time. */
export type AnswerByName =
  | (DeliveryFields & {
      readonly type: string;
      readonly params: Readonly<Record<string, unknown>>;
      readonly data: unknown;
    })
  | NoSource
  | (Omit<Refusal, 'type'> & { readonly type: string });

/** A part of a gate decision for which no source answered. */
export type FailedPart = {
  readonly status: 'error';
  readonly code: string;
  readonly error: string;
  readonly traceId: string;
};

/** A gate decision on a swap, with the two answers that the decision is based on. */
export type GateResult = GateFields & {
  readonly quote: Answer<'chain.swap_quote'> | FailedPart;
  /** Null when the pool does not name the mint of the token that the swap pays out. */
  readonly risk: Answer<'chain.token_risk'> | FailedPart | null;
};

/** A watch to register. */
export type WatchInput = {
  readonly [Type in WatchableType]: NewWatchFields & { readonly type: Type; readonly params: ParamsOf<Type> };
}[WatchableType];

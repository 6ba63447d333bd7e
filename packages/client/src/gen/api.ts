// "make generate" writes this file from the catalog and the OpenAPI document. Do not edit it.

/** The data types by name, each with its parameters and its datum. */
export type DataTypes = {
  /** Whether one signer alone can sign for a target, and in which role. */
  readonly 'chain.can_sign': {
    readonly params: {
      /** The address of the signer. */
      readonly signer: string;
      /** The account, mint or program to sign for. */
      readonly target: string;
    };
    readonly data: {
      readonly signer: string;
      readonly target: string;
      /** Whether this signer alone can sign for the target in the given role. */
      readonly canSign: boolean;
      /** The role of the signer, even if the role needs further signers to sign. Null if the signer has no role. */
      readonly role: string | null;
      /** The reason for canSign and role, as a sentence. */
      readonly reason: string;
      /** The slot at which the chain was read. */
      readonly slot: number;
    };
  };
  /** The reserves, fees and marginal price of a swap pool (Raydium CPMM or Meteora DAMM V2) now. */
  readonly 'chain.pool_state': {
    readonly params: {
      /** The pool's address. */
      readonly pool: string;
    };
    readonly data: {
      readonly pool: string;
      readonly kind: 'cpmm' | 'damm_v2';
      readonly mintA: string;
      readonly mintB: string;
      readonly decimalsA: number;
      readonly decimalsB: number;
      /** The reserve of token A in base units, without the fees that the pool owes. */
      readonly reserveA: string;
      /** The reserve of token B in base units, without the fees that the pool owes. */
      readonly reserveB: string;
      /** The marginal price: the number of whole tokens B for one whole token A, without fees. */
      readonly price: string;
      /** The current fee of a small trade, in basis points. The number may have decimals. */
      readonly feeBps: number;
      /** Whether the pool accepts swaps. */
      readonly swapEnabled: boolean;
      /** The slot at which the chain was read. */
      readonly slot: number;
    };
  };
  /** The kind of an address: whether it is on the curve, what account exists there, and which program owns it. */
  readonly 'chain.resolve_address': {
    readonly params: {
      /** The address. */
      readonly address: string;
    };
    readonly data: {
      readonly address: string;
      /** Whether the address is on the curve, so that a private key for it can exist. */
      readonly onCurve: boolean;
      /** Whether an account exists at the address. */
      readonly exists: boolean;
      readonly kind: 'wallet' | 'token_account' | 'mint' | 'multisig' | 'program' | 'program_data' | 'nonce' | 'stake' | 'vote' | 'pool' | 'sysvar' | 'pda' | 'unfunded' | 'unknown';
      /** The program that owns the account; null if there is no account. */
      readonly ownerProgram: string | null;
      /** Whether the account is an executable program. */
      readonly executable: boolean;
      readonly lamports: string;
      /** The slot at which the chain was read. */
      readonly slot: number;
    };
  };
  /** The exact output of a swap in one pool now, confirmed by a simulation. */
  readonly 'chain.swap_quote': {
    readonly params: {
      /** The pool's address. */
      readonly pool: string;
      /** The wallet that signs the swap. */
      readonly payer: string;
      /** The token account that pays the input. */
      readonly inputTokenAccount: string;
      /** The token account that receives the output. The payer's associated account need not exist yet. */
      readonly outputTokenAccount: string;
      /** The amount to swap, in base units of the input token, as a decimal string. */
      readonly amountIn: string;
    };
    readonly data: {
      readonly pool: string;
      readonly kind: 'cpmm' | 'damm_v2';
      readonly inputMint: string;
      readonly outputMint: string;
      readonly amountIn: string;
      /** The output amount in base units, after all fees. */
      readonly amountOut: string;
      /** The fee of the pool, in base units of the token in which the pool takes it. */
      readonly feeAmount: string;
      /** Difference between the executed price and the marginal price before the trade, fees excluded, rounded up. */
      readonly priceImpactBps: number;
      /** Whether an independent node simulated the swap and returned the same amount. */
      readonly simulated: boolean;
      /** The slot at which the chain was read. */
      readonly slot: number;
    };
  };
  /** The owner and the balance of a token account. */
  readonly 'chain.token_account_owner': {
    readonly params: {
      /** The token account's address. */
      readonly account: string;
    };
    readonly data: {
      readonly account: string;
      readonly owner: string;
      readonly mint: string;
      readonly amount: string;
      readonly state: 'initialized' | 'frozen';
      /** The address that may spend tokens of this account; null if there is none. */
      readonly delegate: string | null;
      /** The address other than the owner that may close this account; null if there is none. */
      readonly closeAuthority: string | null;
      /** The token program. */
      readonly program: string;
      /** The slot at which the chain was read. */
      readonly slot: number;
    };
  };
  /** The risks to the holders of a token, by the state of the chain: 0 to 100, higher is riskier. */
  readonly 'chain.token_risk': {
    readonly params: {
      /** The token's mint. */
      readonly address: string;
    };
    readonly data: {
      readonly address: string;
      /** The sum of the points of all factors, at most 100. Higher is riskier. */
      readonly overallRisk: number;
      /** Every risk that was found. A fact that could not be read is a factor with the points of its worst case. */
      readonly factors: readonly {
        readonly id: string;
        readonly points: number;
        readonly detail: string;
      }[];
      /** The address that can create more of the token; null if nobody can. */
      readonly mintAuthority: string | null;
      /** The address that can freeze holders' accounts; null if nobody can. */
      readonly freezeAuthority: string | null;
      readonly supply: string;
      readonly decimals: number;
      /** The share of the largest holders in basis points. Null if not all of these holders could be read. */
      readonly topHoldersShareBps: number | null;
      /** The token program. */
      readonly program: string;
      /** The slot at which the chain was read. */
      readonly slot: number;
    };
  };
  /** The funding rate of a perpetual contract on one venue, for that venue's own interval. */
  readonly 'funding.rate': {
    readonly params: {
      /** The asset of the perpetual contract, such as BTC. A former ticker means the present one. */
      readonly symbol: string;
      /** The venue: binance, bybit, dydx, hyperliquid, okx. */
      readonly venue: 'binance' | 'bybit' | 'dydx' | 'hyperliquid' | 'okx';
    };
    readonly data: {
      readonly symbol: string;
      readonly venue: string;
      /** The share of the position that is paid in each interval. 0.0001 is one basis point. */
      readonly rate: string;
      readonly intervalHours: number;
      readonly nextFundingAt: string;
      /** The time of the measurement, as the source states it. */
      readonly asOf: string;
    };
  };
  /** The number of current players of a game on Steam, or of a Roblox experience. */
  readonly 'game.players': {
    readonly params: {
      /** A game on Steam: its name, a usual short form, or its app id. A Roblox experience: roblox: and its universe id. */
      readonly game: string;
    };
    readonly data: {
      readonly game: string;
      /** The app id on Steam, or the universe id on Roblox. */
      readonly appId: number;
      readonly players: number;
      /** The time of the source's answer, because the platform states no time for its counts. */
      readonly asOf: string;
    };
  };
  /** A count of a profile on Bluesky, X, Mastodon or Farcaster: followers, accounts followed or posts. */
  readonly 'social.value': {
    readonly params: {
      /** A handle: a domain name such as jay.bsky.team is one of Bluesky, user@host of Mastodon, name.eth of Farcaster, a bare name of X. */
      readonly handle: string;
      /** The account's permanent id: a DID on Bluesky, a number on X and Mastodon, a number or fid:3 on Farcaster. With ask, the service finds it. */
      readonly user_id: string;
      /** followers (default), following or posts. Farcaster has no count of posts. */
      readonly metric?: 'followers' | 'following' | 'posts';
      /** bluesky, farcaster, mastodon or x. Needed only if the handle and the user_id do not determine the platform. */
      readonly platform?: 'bluesky' | 'farcaster' | 'mastodon' | 'x';
    };
    readonly data: {
      readonly handle: string;
      readonly user_id: string;
      readonly metric: string;
      readonly value: number;
      /** The time of the source's answer, because the platform states no time for its counts. */
      readonly asOf: string;
    };
  };
  /** The last price of an asset or a pair on spot exchanges. */
  readonly 'spot.price': {
    readonly params: {
      /** A symbol such as BTC, priced in US dollars or a dollar coin, or a pair such as BTC-USD. A former ticker means the present one. */
      readonly symbol: string;
    };
    readonly data: {
      /** The priced pair. */
      readonly symbol: string;
      /** The price of one unit of the asset, in units of the currency. */
      readonly price: string;
      /** The currency of the price. */
      readonly currency: string;
      /** The time of the measurement, as the source states it. */
      readonly asOf: string;
    };
  };
  /** The price of one token in US dollars now. A price account on the chain can anchor it for AAVE, BONK, BTC, ETH, HYPE, JTO, JUP, PYTH, SOL, USDC, USDT, WIF. A signed price of Pyth can anchor it for ADA, APT, ARB, ATOM, AVAX, BCH, BNB, DOGE, DOT, INJ, LINK, LTC, NEAR, OP, ORCA, RAY, SEI, SUI, TIA, TRX, UNI, XLM, XRP, where the operator has a key of Pyth. Other tokens reach at most consensus, because Pyth publishes no price for them. */
  readonly 'token.price': {
    readonly params: {
      /** The token's symbol; SOL by default. A former ticker means the present one. */
      readonly token?: string;
    };
    readonly data: {
      readonly token: string;
      /** The price of one token in US dollars. */
      readonly price: string;
      readonly currency: 'USD';
      /** The time of the measurement, as the source states it. */
      readonly asOf: string;
    };
  };
};

/** A verification level: how far independent checking got. */
export type Level = 'single_source' | 'consensus' | 'anchored';

/** The verification of a delivered answer. */
export type Verification = {
  /** The level that independent checking reached. */
  readonly level: Level;
  /** measured if the source reported this datum; derived if Assay computed it from what the source returned. */
  readonly origin: 'measured' | 'derived';
  /** The source whose datum was delivered. */
  readonly source: string;
  /** The cost of this source in credits, before the markup. It is information and not the charge. */
  readonly cost: string;
  /** The trace id of this answer. Quote it to the operator, who can look up the decision. */
  readonly traceId: string;
};

/** The test that a verified datum must pass before a notification is sent. */
export type WatchCondition = {
  /** A field of the type's datum. */
  readonly field: string;
  /** Notify when the field changes. */
  readonly changes: true;
} | {
  /** A field of the type's datum. */
  readonly field: string;
  /** The threshold. */
  readonly crosses: number;
  /** Notify when the field crosses the threshold to this side. */
  readonly direction: 'below' | 'above';
};

/** The fields of a delivery that do not depend on its type. */
export type DeliveryFields = {
  readonly status: 'delivered';
  readonly verification: Verification;
  /** The amount that the account was charged, in credits with at most 6 decimals. */
  readonly debitedCredits: number;
  /** The account's balance after this call, in credits with at most 6 decimals. */
  readonly balanceAfter: number;
  /** The trace id of this answer. Quote it to the operator, who can look up the decision. */
  readonly traceId: string;
};

/** The fields of an answer for which no source exists. */
export type NoSourceFields = {
  readonly status: 'no_source';
  /** The reason why no source answers this question. */
  readonly message: string;
  /** This answer is free. */
  readonly debitedCredits: 0;
  /** The account's balance after this call, in credits with at most 6 decimals. */
  readonly balanceAfter: number;
  /** The trace id of this answer. Quote it to the operator, who can look up the decision. */
  readonly traceId: string;
};

/** The fields of a refusal. */
export type RefusalFields = {
  readonly status: 'refused';
  readonly code: 'NO_QUALIFYING_DELIVERY';
  readonly error: string;
  /** The reason why no answer reached the required level. */
  readonly reason: string;
  readonly required: Level;
  /** The level that the answer reached; null if sources contradict each other. */
  readonly reached: Level | null;
  /** This answer is free. */
  readonly debitedCredits: 0;
  /** The account's balance after this call, in credits with at most 6 decimals. */
  readonly balanceAfter: number;
  /** The trace id of this answer. Quote it to the operator, who can look up the decision. */
  readonly traceId: string;
};

/** A data type that can be served now. */
export type CatalogEntry = {
  /** The data type. */
  readonly type: string;
  readonly description: string;
  /** The number of independent groups of providers that are healthy now. */
  readonly providers: number;
  readonly requiredParams: readonly string[];
  readonly optionalParams: readonly string[];
  /** The JSON Schema of the parameters, with the meaning of each parameter and its allowed values. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The highest level that can be reached now. */
  readonly maxLevel: Level;
  /** The reason why checking cannot reach a higher level; null if nothing limits the level. */
  readonly capReason: string | null;
  /** The maximum price of one call, in credits with at most 6 decimals. */
  readonly maxDebitCredits: number;
};

/** A swap with the limits that it must keep to. */
export type Trade = {
  /** The pool's address. */
  readonly pool: string;
  /** The wallet that signs the swap. */
  readonly payer: string;
  /** The token account that pays the input. */
  readonly inputTokenAccount: string;
  /** The token account that receives the output. The payer's associated account need not exist yet. */
  readonly outputTokenAccount: string;
  /** The amount to swap, in base units of the input token, as a decimal string. */
  readonly amountIn: string;
  /** Your own limits. Assay applies no other limits. */
  readonly policy: {
    /** The maximum price impact in basis points. There is no default. */
    readonly maxPriceImpactBps: number;
    /** The maximum overallRisk. Without this limit the gate does not judge the token's risk. */
    readonly maxRiskScore?: number;
    /** The level that both parts must reach. Without minLevel, a single_source part gets a caveat. */
    readonly minLevel?: Level;
  };
};

/** The fields of a gate decision besides its two parts. */
export type GateFields = {
  readonly status: 'delivered';
  readonly decision: 'allow' | 'allow_with_caveat' | 'refuse';
  /** The reasons for a refusal; empty for any other decision. */
  readonly reasons: readonly {
    /** A stable code; docs/reference/gate.md lists all of them. */
    readonly code: string;
    /** The meaning of the code, with the numbers of this trade. */
    readonly message: string;
  }[];
  /** Everything that Assay could not confirm or that the policy did not judge; present with every decision. */
  readonly caveats: readonly {
    /** A stable code; docs/reference/gate.md lists all of them. */
    readonly code: string;
    /** The meaning of the code, with the numbers of this trade. */
    readonly message: string;
  }[];
  /** The mint of the token that the swap would pay out, derived from the pool. */
  readonly checkedMint: string | null;
  /** The policy that was applied. */
  readonly policy: {
    /** The maximum price impact in basis points. There is no default. */
    readonly maxPriceImpactBps: number;
    /** The maximum overallRisk. Without this limit the gate does not judge the token's risk. */
    readonly maxRiskScore?: number;
    /** The level that both parts must reach. Without minLevel, a single_source part gets a caveat. */
    readonly minLevel?: Level;
  };
  /** The trace id of this answer. Quote it to the operator, who can look up the decision. */
  readonly traceId: string;
  /** The price of both parts in credits; undelivered parts are free. */
  readonly debitedCredits: number;
  /** The account's balance after this call, in credits with at most 6 decimals. */
  readonly balanceAfter: number;
};

/** The body of a question in words. */
export type AskBody = {
  /** The question in words, such as: What is SOL worth right now? */
  readonly query: string;
  /** An answer below this level is refused. The default is single_source. */
  readonly minLevel?: Level;
};

/** The fields of a question by type besides its parameters. */
export type GetDataFields = {
  /** A data type; GET /v1/types lists those that can be served now. */
  readonly type: 'chain.can_sign' | 'chain.pool_state' | 'chain.resolve_address' | 'chain.swap_quote' | 'chain.token_account_owner' | 'chain.token_risk' | 'funding.rate' | 'game.players' | 'social.value' | 'spot.price' | 'token.price';
  /** An answer below this level is refused. The default is single_source. */
  readonly minLevel?: Level;
};

/** The data types that can be watched. */
export type WatchableType = 'chain.can_sign' | 'chain.pool_state' | 'chain.resolve_address' | 'chain.token_account_owner' | 'chain.token_risk';

/** The fields of a new watch besides its type and parameters. */
export type NewWatchFields = {
  /** The test that a verified datum must pass. Without a condition, every verified datum is sent. The first verification never meets a condition. */
  readonly condition?: WatchCondition;
  /** A change below this level sends no notification. The default is single_source. */
  readonly minLevel?: Level;
  /** The http or https URL that receives notifications. Its host must be public; Assay resolves the host now and at every delivery. */
  readonly webhookUrl: string;
  /** The quiet time after a received notification, in seconds. Assay drops changes during this time. The default is 30. */
  readonly minIntervalSeconds?: number;
};

/** A watch as its owner sees it. */
export type Watch = {
  readonly id: string;
  /** The data type that Assay verifies after a change. */
  readonly type: string;
  /** The normalized parameters of the data type. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly condition: WatchCondition | null;
  /** The minimum level: a change that Assay cannot verify to this level sends no notification. */
  readonly minLevel: Level;
  readonly webhookUrl: string;
  /** The quiet time in seconds: Assay drops changes during this time after a received notification. */
  readonly minIntervalSeconds: number;
  /** The only address whose changes the watch observes. */
  readonly watchedAddress: string;
  /** A time in ISO 8601, UTC. */
  readonly createdAt: string;
  /** The time of the last change at the watched address; null before the first change. */
  readonly lastTriggeredAt: string | null;
  /** The time at which the webhook last received a notification; null before the first one. */
  readonly lastDeliveredAt: string | null;
  /** The result of the last delivery; null before the first delivery. */
  readonly lastAttempt: {
    /** A time in ISO 8601, UTC. */
    readonly at: string;
    readonly outcome: string;
    /** The HTTP status of the webhook's response; null if there was no response. */
    readonly httpStatus: number | null;
    /** The cause of a failure; null if the delivery did not fail. */
    readonly error: string | null;
  } | null;
  /** When and why the last verification could not evaluate the condition or was below minLevel, so that the watch did not fire. Absent if it evaluated the condition. */
  readonly notEvaluated?: {
    /** A time in ISO 8601, UTC. */
    readonly at: string;
    /** What could not be read or verified. */
    readonly reason: string;
  };
};

/** A new watch with its secret, which no other answer contains. */
export type CreatedWatch = {
  readonly id: string;
  /** The data type that Assay verifies after a change. */
  readonly type: string;
  /** The normalized parameters of the data type. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly condition: WatchCondition | null;
  /** The minimum level: a change that Assay cannot verify to this level sends no notification. */
  readonly minLevel: Level;
  readonly webhookUrl: string;
  /** The quiet time in seconds: Assay drops changes during this time after a received notification. */
  readonly minIntervalSeconds: number;
  /** The only address whose changes the watch observes. */
  readonly watchedAddress: string;
  /** A time in ISO 8601, UTC. */
  readonly createdAt: string;
  /** The time of the last change at the watched address; null before the first change. */
  readonly lastTriggeredAt: string | null;
  /** The time at which the webhook last received a notification; null before the first one. */
  readonly lastDeliveredAt: string | null;
  /** The result of the last delivery; null before the first delivery. */
  readonly lastAttempt: {
    /** A time in ISO 8601, UTC. */
    readonly at: string;
    readonly outcome: string;
    /** The HTTP status of the webhook's response; null if there was no response. */
    readonly httpStatus: number | null;
    /** The cause of a failure; null if the delivery did not fail. */
    readonly error: string | null;
  } | null;
  /** When and why the last verification could not evaluate the condition or was below minLevel, so that the watch did not fire. Absent if it evaluated the condition. */
  readonly notEvaluated?: {
    /** A time in ISO 8601, UTC. */
    readonly at: string;
    /** What could not be read or verified. */
    readonly reason: string;
  };
  /** The secret that verifies notifications. Only this response contains it. */
  readonly webhookSecret: string;
};

/** The decision behind an answer, with its charge. */
export type Trace = {
  /** The time of the decision. */
  readonly at: string;
  /** The data type, or "gate" for a gate call; null for a question that matched no type. */
  readonly type: string | null;
  /** The parameters of the question; for a gate call, the trade and the policy. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Only for a question in words: its words; null if the account does not store words. */
  readonly query?: string | null;
  readonly required: Level | null;
  /** The number of the attempt that made this decision. It is above 1 if Assay repeated the call after a failure inside Assay. */
  readonly attempt: number;
  /** The status of the answer. */
  readonly status: 'delivered' | 'refused' | 'no_source' | 'error';
  /** The level that the answer reached; null if it reached no level. */
  readonly level: Level | null;
  /** The rule that led to this outcome, as a sentence. */
  readonly reason: string;
  /** The delivered datum, or the judgement of the gate; null if there is neither. */
  readonly answer: Readonly<Record<string, unknown>> | null;
  /** Every attempt to get an answer from a source. */
  readonly sources: readonly ({
    /** The source, as answers name it. */
    readonly source: string;
    /** The purpose for which the engine asked the source. */
    readonly role: 'source' | 'hedge' | 'peer' | 'reference';
    /** ok if the answer counted; otherwise the cause, such as stale or timeout. access_denied means that the source refuses Assay's key or address. key_missing means that the source needs a key, but none is configured. */
    readonly outcome: string;
    /** The HTTP status of the source's response; null if there was no response. */
    readonly httpStatus: number | null;
    /** The time at which the engine asked the source; null if the time is unknown. */
    readonly askedAt: string | null;
    readonly receivedAt: string | null;
    /** The time of the measurement as the source states it; null if the source states no time. */
    readonly asOf: string | null;
    /** What the source answered, in the shape of the type. */
    readonly data: Readonly<Record<string, unknown>> | null;
    /** The cost of this attempt in credits, markup not included. */
    readonly cost: string;
    /** The difference between this source's number and the number of the answer's source, in basis points of the smaller number. Null if the engine did not compare the two. */
    readonly differenceBps: number | null;
    /** The stream update from which the engine answered; null if it sent a request. asOf is the time of the update. */
    readonly update: {
      /** direct if the engine's own connection to the venue received the update; shared if the connection of another replica received it. */
      readonly path: string;
      /** The venue's id of the trade; null if the update has no id. */
      readonly id: string | null;
      /** The time at which the update arrived from the venue. */
      readonly receivedAt: string | null;
    } | null;
  })[];
  /** The verdicts on pairs of sources at the time of the decision. */
  readonly independence: readonly ({
    readonly a: string;
    readonly b: string;
    /** Whether the two sources have a shared upstream, as far as Assay has measured it. */
    readonly verdict: 'unknown' | 'shared_upstream' | 'independent';
    /** The strength of the evidence for a shared upstream, in nats. */
    readonly nats: number;
    /** The number of observations that could distinguish a copy from an independent source. */
    readonly observations: number;
    /** The time of the verdict's last change; null before the first verdict. */
    readonly since: string | null;
    /** The data type and the asset on which Assay measured the pair, such as spot.price:BTC; null if there is no measurement. */
    readonly measuredOn: string | null;
    /** The upper bound (0 to 1) of the share that each source may contain of the other; null while the bound is unknown. */
    readonly maxShare: number | null;
    /** The reason why the verdict differs from the measurement, such as a source's statement about itself; null if it does not differ. */
    readonly reason: string | null;
  })[];
  readonly traceId: string;
  /** Only for a gate call: the decisions on its quote and on its risk. */
  readonly parts?: readonly ({
    /** The time of the decision. */
    readonly at: string;
    /** The data type, or "gate" for a gate call; null for a question that matched no type. */
    readonly type: string | null;
    /** The parameters of the question; for a gate call, the trade and the policy. */
    readonly params: Readonly<Record<string, unknown>>;
    /** Only for a question in words: its words; null if the account does not store words. */
    readonly query?: string | null;
    readonly required: Level | null;
    /** The number of the attempt that made this decision. It is above 1 if Assay repeated the call after a failure inside Assay. */
    readonly attempt: number;
    /** The status of the answer. */
    readonly status: 'delivered' | 'refused' | 'no_source' | 'error';
    /** The level that the answer reached; null if it reached no level. */
    readonly level: Level | null;
    /** The rule that led to this outcome, as a sentence. */
    readonly reason: string;
    /** The delivered datum, or the judgement of the gate; null if there is neither. */
    readonly answer: Readonly<Record<string, unknown>> | null;
    /** Every attempt to get an answer from a source. */
    readonly sources: readonly ({
      /** The source, as answers name it. */
      readonly source: string;
      /** The purpose for which the engine asked the source. */
      readonly role: 'source' | 'hedge' | 'peer' | 'reference';
      /** ok if the answer counted; otherwise the cause, such as stale or timeout. access_denied means that the source refuses Assay's key or address. key_missing means that the source needs a key, but none is configured. */
      readonly outcome: string;
      /** The HTTP status of the source's response; null if there was no response. */
      readonly httpStatus: number | null;
      /** The time at which the engine asked the source; null if the time is unknown. */
      readonly askedAt: string | null;
      readonly receivedAt: string | null;
      /** The time of the measurement as the source states it; null if the source states no time. */
      readonly asOf: string | null;
      /** What the source answered, in the shape of the type. */
      readonly data: Readonly<Record<string, unknown>> | null;
      /** The cost of this attempt in credits, markup not included. */
      readonly cost: string;
      /** The difference between this source's number and the number of the answer's source, in basis points of the smaller number. Null if the engine did not compare the two. */
      readonly differenceBps: number | null;
      /** The stream update from which the engine answered; null if it sent a request. asOf is the time of the update. */
      readonly update: {
        /** direct if the engine's own connection to the venue received the update; shared if the connection of another replica received it. */
        readonly path: string;
        /** The venue's id of the trade; null if the update has no id. */
        readonly id: string | null;
        /** The time at which the update arrived from the venue. */
        readonly receivedAt: string | null;
      } | null;
    })[];
    /** The verdicts on pairs of sources at the time of the decision. */
    readonly independence: readonly ({
      readonly a: string;
      readonly b: string;
      /** Whether the two sources have a shared upstream, as far as Assay has measured it. */
      readonly verdict: 'unknown' | 'shared_upstream' | 'independent';
      /** The strength of the evidence for a shared upstream, in nats. */
      readonly nats: number;
      /** The number of observations that could distinguish a copy from an independent source. */
      readonly observations: number;
      /** The time of the verdict's last change; null before the first verdict. */
      readonly since: string | null;
      /** The data type and the asset on which Assay measured the pair, such as spot.price:BTC; null if there is no measurement. */
      readonly measuredOn: string | null;
      /** The upper bound (0 to 1) of the share that each source may contain of the other; null while the bound is unknown. */
      readonly maxShare: number | null;
      /** The reason why the verdict differs from the measurement, such as a source's statement about itself; null if it does not differ. */
      readonly reason: string | null;
    })[];
  })[];
  /** The charge of the answer; null if the request needed no hold. */
  readonly charge: {
    /** The credits that Assay held before the work. */
    readonly heldCredits: number;
    /** The credits that the account was charged. */
    readonly debitedCredits: number;
    /** The state of the hold: open, captured, confirmed, released, lapsed or reversed. */
    readonly state: string;
  } | null;
  /** Only for a call that ended with an error: what was asked, and the error. */
  readonly failure?: {
    /** The code of the error, such as INVALID_PARAM. */
    readonly code: string;
    /** The sentence that the caller received. */
    readonly message: string;
    /** What to change before the next attempt; null for an unknown code. */
    readonly remedy: string | null;
    readonly httpStatus: number;
    /** The HTTP method of the request. */
    readonly method: string;
    /** The path of the request, without its query string. */
    readonly path: string;
    /** The id of the request's key, as the dashboard shows it. It is no secret. */
    readonly keyId: string;
    /** The body of the request, shortened and without secrets. A text is the beginning of a body that is no JSON object; null means no body. */
    readonly body: Readonly<Record<string, unknown>> | string | null;
    /** The number of other failed calls of the account in the same minute that Assay did not store. */
    readonly leftOut: number;
  };
};

/** The codes of the service's errors. */
export type ErrorCode = 'BAD_MIN_LEVEL' | 'IDEMPOTENCY_IN_PROGRESS' | 'IDEMPOTENCY_MISMATCH' | 'INSUFFICIENT_CREDITS' | 'INVALID_JSON' | 'INVALID_KEY' | 'INVALID_PARAM' | 'METHOD_NOT_ALLOWED' | 'MISSING_PARAM' | 'MISSING_POLICY' | 'MISSING_QUERY' | 'MISSING_TYPE' | 'NOT_FOUND' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMIT' | 'RESOLVE_FAILED' | 'TYPE_NOT_FOUND' | 'UNAVAILABLE' | 'UNSUPPORTED_MEDIA_TYPE' | 'WATCH_REJECTED';

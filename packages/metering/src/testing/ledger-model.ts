/**
 * A model of billing that is as simple as possible. It decides one item after another in memory. Times are in
 * milliseconds.
 */
export type LedgerModel = {
  readonly accounts: { balance: number; held: number }[];
  readonly holds: Map<string, ModelHold>;
  /** Ids of requests that were not admitted for lack of credit. */
  readonly refused: Set<string>;
  readonly credits: Map<string, { account: number; amount: number }>;
  nowMs: number;
};

type ModelHold = {
  readonly account: number;
  readonly held: number;
  captured: number;
  state: string;
  dueAtMs: number;
  /** The account's balance after the settlement. Undefined when no settlement ended the hold. */
  balanceAfter: number | undefined;
};

const lifetimeMs = 60_000;

/** Creates a model of accounts with the same opening balance. */
export function createModel(accounts: number, balance: number): LedgerModel {
  return {
    accounts: Array.from({ length: accounts }, () => ({ balance, held: 0 })),
    holds: new Map(),
    refused: new Set(),
    credits: new Map(),
    nowMs: 0,
  };
}

/**
 * Takes a hold. Returns `held`, `short` when the account has too little credit, or `foreign` when another account has a
 * hold with this id.
 */
export function modelHold(model: LedgerModel, id: string, account: number, amount: number): string {
  const before = model.holds.get(id);
  if (before !== undefined) {
    return before.account === account ? 'held' : 'foreign';
  }
  const owner = accountAt(model, account);
  if (owner.balance - owner.held < amount) {
    return 'short';
  }
  owner.held += amount;
  model.holds.set(id, {
    account,
    held: amount,
    captured: 0,
    state: 'open',
    dueAtMs: model.nowMs + lifetimeMs,
    balanceAfter: undefined,
  });
  return 'held';
}

/**
 * Admits a request with a hold, for an account that is within its rate limit. A request that was refused once stays
 * refused. In modelHold, a repeated request may succeed.
 */
export function modelAdmit(model: LedgerModel, id: string, account: number, amount: number): string {
  const known = model.holds.has(id);
  const answer = !known && model.refused.has(id) ? 'short' : modelHold(model, id, account, amount);
  if (answer === 'short') {
    model.refused.add(id);
  }
  return answer;
}

/**
 * Settles a hold. Returns the outcome, the balance and the captured amount of the response.
 * @param received whether the customer has already received the answer that the settlement pays for.
 */
export function modelSettle(
  model: LedgerModel,
  id: string,
  capture: number,
  received: boolean,
): [string, number, number] {
  const hold = model.holds.get(id);
  if (hold === undefined) {
    return ['unknown', 0, 0];
  }
  const owner = accountAt(model, hold.account);
  if (hold.state === 'open' && hold.dueAtMs <= model.nowMs && !received) {
    end(owner, hold, 'lapsed');
  }
  const late = hold.state === 'lapsed' && received && capture > 0;
  if (late && capture <= hold.held && capture > owner.balance - owner.held) {
    return ['short', owner.balance, 0];
  }
  if ((hold.state === 'lapsed' && !late) || hold.state === 'reversed') {
    return ['lapsed', owner.balance, 0];
  }
  if (hold.state !== 'open' && !late) {
    if (hold.state === 'captured' && received) {
      hold.state = 'confirmed';
    }
    return ['settled', hold.balanceAfter ?? owner.balance, hold.captured];
  }
  if (capture > hold.held) {
    return ['excess', 0, 0];
  }
  owner.balance -= capture;
  hold.captured = capture;
  hold.dueAtMs = model.nowMs + lifetimeMs;
  hold.balanceAfter = owner.balance;
  if (!late) {
    owner.held -= hold.held;
  }
  hold.state = capture === 0 ? 'released' : received ? 'confirmed' : 'captured';
  return ['settled', owner.balance, capture];
}

/** Confirms the delivered holds. Reverses or releases the undelivered holds. */
export function modelConfirm(model: LedgerModel, delivered: readonly string[], undelivered: readonly string[]): void {
  for (const id of undelivered) {
    giveBack(model, id, 'released');
  }
  for (const id of delivered) {
    const hold = model.holds.get(id);
    if (hold?.state === 'captured') {
      hold.state = 'confirmed';
    }
  }
}

/** Ends the holds whose time is over. */
export function modelSweep(model: LedgerModel, reverse: boolean): void {
  for (const [id, hold] of model.holds) {
    if (hold.dueAtMs <= model.nowMs && (hold.state === 'open' || (hold.state === 'captured' && reverse))) {
      giveBack(model, id, 'lapsed');
    }
  }
}

/** Gives an account credits, only once for each operation id. */
export function modelCredit(model: LedgerModel, operation: string, account: number, amount: number): string {
  const before = model.credits.get(operation);
  if (before !== undefined) {
    return before.account !== account ? 'foreign' : before.amount === amount ? 'repeated' : 'changed';
  }
  model.credits.set(operation, { account, amount });
  accountAt(model, account).balance += amount;
  return 'credited';
}

function giveBack(model: LedgerModel, id: string, openBecomes: string): void {
  const hold = model.holds.get(id);
  if (hold === undefined) {
    return;
  }
  const owner = accountAt(model, hold.account);
  if (hold.state === 'captured') {
    owner.balance += hold.captured;
    hold.state = 'reversed';
  } else if (hold.state === 'open') {
    end(owner, hold, openBecomes);
  }
}

function end(owner: LedgerModel['accounts'][number], hold: ModelHold, state: string): void {
  owner.held -= hold.held;
  hold.state = state;
}

function accountAt(model: LedgerModel, account: number): LedgerModel['accounts'][number] {
  const accountState = model.accounts[account];
  if (accountState === undefined) {
    throw new Error(`the model has no account ${account}`);
  }
  return accountState;
}

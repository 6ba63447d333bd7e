import type { Context } from '@opentelemetry/api';
import type { Postgres } from '@assay/storage/postgres';
import type { AccountShare } from '../admission/account-share.ts';
import type { DestinationShare } from '../admission/destination-share.ts';
import type { ClaimResult, DeliveryClaim, DeliveryEnding, StartResult } from './claim.ts';

/** Claims of deliveries. The database's clock determines times and leases. */
export type ClaimStore = {
  /** Claims a trigger. At most one claim holds a trigger, and at most one holds a watch. */
  readonly claim: (claim: DeliveryClaim, traces: readonly Context[]) => Promise<ClaimResult>;
  /**
   * Records that the notification is about to be sent, and counts it in the shares of its destinations. The caller may
   * send only if the result is `sending`. Any other result records and counts nothing.
   * @param destinations the names of the domain and the addresses to which the notification goes.
   */
  readonly startSending: (
    claim: DeliveryClaim,
    destinations: readonly string[],
    traces: readonly Context[],
  ) => Promise<StartResult>;
  /**
   * Releases a claim whose destination may get no more notifications now, and records that in the watch. The trigger can be
   * claimed again.
   */
  readonly releaseForDestination: (claim: DeliveryClaim) => Promise<void>;
  /**
   * Releases a claim whose verification did not reach the watch's minimum level, and records the reason in the watch.
   * The trigger can be claimed again.
   */
  readonly releaseBelowLevel: (claim: DeliveryClaim, reason: string) => Promise<void>;
  /**
   * Stores the ending of a delivery, and the changes to its watch and its settlement that follow from the outcome. If
   * the claim has lost its lease, returns false and changes nothing.
   */
  readonly end: (claim: DeliveryClaim, ending: DeliveryEnding, traces: readonly Context[]) => Promise<boolean>;
  /**
   * Releases a claim before anything was sent. The trigger can be claimed again.
   * @param isHeld whether billing may hold credit for the claim.
   */
  readonly release: (claim: DeliveryClaim, isHeld: boolean) => Promise<void>;
};

type ClaimRow = {
  answer: Exclude<ClaimResult['answer'], 'taken'> | 'taken';
  account_id: string;
  type: string;
  params: string;
  condition: string | null;
  webhook_url: string;
  secret_encrypted: Buffer;
  secret_key_id: string;
  compared_value: string | null;
  min_level: string;
};

/** Creates the store over the service's own schema. */
export function createClaimStore(
  { query }: Pick<Postgres, 'query'>,
  options: {
    /** Time in milliseconds in which a claim must end. After that another claim may replace it. */
    readonly leaseMs: number;
    /** Time in milliseconds for which a trigger stays marked as deferred after it was last claimed. */
    readonly deferMs: number;
    readonly share: AccountShare;
    readonly destinationShare: DestinationShare;
  },
): ClaimStore {
  const lease = `${options.leaseMs} milliseconds`;
  const deferral = `${options.deferMs} milliseconds`;
  return {
    claim: async (claim, traces) => {
      const text = 'SELECT * FROM claim_with_level($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)';
      const observation = [claim.slot.toString(), new Date(claim.observedAtMs)];
      const identity = [claim.id, claim.traceparent, claim.holdId];
      const { maxUnpaid, maxFailed, maxFailedToday } = options.share;
      const limits = [lease, deferral, maxUnpaid, maxFailed, maxFailedToday];
      const values = [claim.triggerId, claim.watchId, ...observation, ...identity, ...limits];
      const [row] = await query<ClaimRow>({ name: 'claim_trigger', text, values }, traces);
      return claimResult(row, await basisOf(claim.watchId, row, query));
    },
    startSending: async (claim, destinations, traces) => {
      const text = 'SELECT start_sending($1, $2, $3, $4, $5, $6) AS result';
      const { maxInFlight, maxPerMinute } = options.destinationShare;
      const values = [claim.triggerId, claim.id, lease, destinations, maxInFlight, maxPerMinute];
      const [row] = await query<{ result: StartResult }>({ name: 'start_sending', text, values }, traces);
      return row?.result ?? 'gone';
    },
    releaseForDestination: async (claim) => {
      const values = [claim.triggerId, claim.watchId, claim.id, deferral];
      await query({
        name: 'put_back_for_destination',
        text: 'SELECT put_back_for_destination($1, $2, $3, $4)',
        values,
      });
    },
    releaseBelowLevel: async (claim, reason) => {
      const values = [claim.triggerId, claim.watchId, claim.id, reason, deferral];
      await query({ name: 'put_back_below_level', text: 'SELECT put_back_below_level($1, $2, $3, $4, $5)', values });
    },
    end: async (claim, ending, traces) => {
      const text = 'SELECT end_delivery($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) AS ended';
      const values = [
        claim.triggerId,
        claim.watchId,
        claim.id,
        ending.outcome,
        ending.httpStatus ?? null,
        ending.error ?? null,
        ending.comparedJson ?? null,
        ending.slot?.toString() ?? null,
        ending.captureMicros.toString(),
        ending.level ?? '',
        ending.basisJson ?? null,
        ending.notEvaluated ?? '',
      ];
      const [row] = await query<{ ended: boolean }>({ name: 'end_delivery', text, values }, traces);
      return row?.ended === true;
    },
    release: async (claim, isHeld) => {
      const values = [claim.triggerId, claim.watchId, claim.id, isHeld, deferral];
      await query({ name: 'put_back', text: 'SELECT put_back($1, $2, $3, $4, $5)', values });
    },
  };
}

/**
 * Returns the risk factors that belong to the watch's compared value, or null. A second statement reads them, because
 * few watches have factors. The factors still fit the claimed watch, because only the holder of the claim changes them.
 */
async function basisOf(watchId: string, row: ClaimRow | undefined, query: Postgres['query']): Promise<string | null> {
  if (row?.answer !== 'taken' || row.type !== 'chain.token_risk' || row.condition === null) {
    return null;
  }
  const text = 'SELECT compared_basis::text AS basis FROM watches WHERE id = $1';
  const [watch] = await query<{ basis: string | null }>({ name: 'compared_basis', text, values: [watchId] });
  return watch?.basis ?? null;
}

function claimResult(row: ClaimRow | undefined, basisJson: string | null): ClaimResult {
  if (row === undefined) {
    throw new Error('the function claim_with_level returned no row');
  }
  if (row.answer !== 'taken') {
    return { answer: row.answer };
  }
  return {
    answer: 'taken',
    watch: {
      accountId: row.account_id,
      type: row.type,
      minLevelText: row.min_level,
      paramsJson: row.params,
      conditionJson: row.condition,
      webhookUrl: row.webhook_url,
      secret: { keyId: row.secret_key_id, sealed: row.secret_encrypted },
      comparedJson: row.compared_value,
      basisJson,
    },
  };
}

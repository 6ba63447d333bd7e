import { defaultMinLevel } from '@assay/catalog/bodies/level-field';
import type { Watch__Output } from '@assay/rpc/gen/assay/watch/v1/Watch';
import { fromProtoParams } from '@assay/rpc/params';
import { fromProtoCondition } from '@assay/rpc/watch-condition';

/** A watch in the form that its owner sees. Times are ISO 8601, and null before their event. */
export type WatchView = {
  readonly id: string;
  readonly type: string;
  readonly params: string;
  readonly condition: string;
  /** The level below which a change causes no notification. */
  readonly minLevel: string;
  readonly webhookUrl: string;
  readonly minIntervalSeconds: number;
  readonly watchedAddress: string;
  readonly createdAt: string;
  readonly lastTriggeredAt: string | null;
  readonly lastDeliveredAt: string | null;
  readonly lastAttempt: {
    readonly at: string;
    readonly outcome: string;
    readonly httpStatus: number | null;
    readonly error: string | null;
  } | null;
  /**
   * When and why the last change could not be evaluated or was held back, so that no notification was sent. Null
   * otherwise.
   */
  readonly notEvaluated: { readonly at: string; readonly reason: string } | null;
};

/** Returns the view of a watch. */
export function watchView(watch: Watch__Output): WatchView {
  const attempt = watch.last_attempt;
  const condition = fromProtoCondition(watch);
  return {
    id: watch.id,
    type: watch.type,
    params: JSON.stringify(fromProtoParams(watch)),
    condition: condition === undefined ? '' : JSON.stringify(condition),
    // A watch service of the previous version states no level, because its watches have the default.
    minLevel: watch.min_level || defaultMinLevel,
    webhookUrl: watch.webhook_url,
    minIntervalSeconds: watch.min_interval_seconds,
    watchedAddress: watch.watched_address,
    createdAt: watch.created_at,
    lastTriggeredAt: watch.last_triggered_at || null,
    lastDeliveredAt: watch.last_delivered_at || null,
    lastAttempt:
      attempt === null
        ? null
        : {
            at: attempt.at,
            outcome: attempt.outcome,
            httpStatus: attempt.http_status || null,
            error: attempt.error || null,
          },
    notEvaluated: watch.not_evaluated,
  };
}

import type { Level } from '@assay/catalog/define';
import type { AnswerOutcome } from '@assay/catalog/outcomes';
import { Fault } from '@assay/faults/faults';
import type { VerifyResponse__Output } from './gen/assay/engine/v1/VerifyResponse.ts';
import { fromProtoLevel } from './levels.ts';
import { fromProtoOutcome } from './outcomes.ts';

/** The engine's answer to one data question, known to be complete. `reason` is a sentence for the caller. */
export type VerifiedAnswer =
  | {
      readonly outcome: 'delivered';
      readonly level: Level;
      /** `measured` or `derived`. */
      readonly origin: string;
      readonly source: string;
      /** The datum as JSON text. */
      readonly dataJson: string;
      readonly reason: string;
    }
  | {
      readonly outcome: Exclude<AnswerOutcome, 'delivered'>;
      /** The level that was reached; undefined when none was. */
      readonly reached: Level | undefined;
      readonly reason: string;
    };

/**
 * Reads the engine's answer. Every service that acts on an answer reads it here, so that no incomplete delivery is
 * charged, sent or judged. Throws INTERNAL for an answer without an outcome, and for a delivery that lacks its level,
 * origin, source or datum.
 */
export function readVerifiedAnswer(response: VerifyResponse__Output): VerifiedAnswer {
  const { origin, source, data_json: dataJson, reason } = response;
  const level = fromProtoLevel(response.level);
  const outcome = fromProtoOutcome(response.outcome);
  if (outcome === undefined) {
    throw incomplete('without an outcome');
  }
  if (outcome !== 'delivered') {
    return { outcome, reached: level, reason };
  }
  if (level === undefined || origin === '' || source === '') {
    throw incomplete('without a verification');
  }
  if (dataJson === '') {
    throw incomplete('without a datum');
  }
  return { outcome, level, origin, source, dataJson, reason };
}

function incomplete(how: string): Fault {
  return new Fault('INTERNAL', undefined, { cause: new Error(`the engine answered ${how}`) });
}

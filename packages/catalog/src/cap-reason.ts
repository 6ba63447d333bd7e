import type { DataType, Level } from './define.ts';

/** The state of a type's sources at one moment. */
export type TypeState = {
  /** The number of all sources of the type. `serving` is the number of those that can serve now. */
  readonly total: number;
  readonly serving: number;
  /** The number of serving sources that contradict the majority. */
  readonly outliers: number;
  /** The number of groups of serving sources that are independent of each other, according to the measurement. */
  readonly groups: number;
  /** The number of serving sources that share an upstream with another serving source. */
  readonly sharing: number;
  /**
   * The number of serving sources for which no pair has a verdict yet, although more measurement can still lead to one.
   */
  readonly unmeasured: number;
  /** The number of serving sources that cannot confirm others, because they state that they aggregate other sources. */
  readonly combining: number;
  /** Whether the serving sources contradict one another and no value has a majority. */
  readonly conflict: boolean;
  /**
   * Whether the type's reference can serve now, and the reason when it cannot. Undefined for a type without a
   * reference.
   */
  readonly reference: { readonly usable: boolean; readonly detail: string } | undefined;
  readonly maxLevel: Level;
  /**
   * The names of sources that cannot serve because they refuse our key, our plan, our address or our region. None when
   * absent.
   */
  readonly refusing?: readonly string[];
  /** Providers that receive no requests, because they need a key and none is configured. None when absent. */
  readonly unkeyed?: readonly string[];
};

/**
 * Returns why the type's answers cannot reach a higher level now, as text for a person. Empty when nothing limits the
 * level.
 * @param measuredAssets the assets for which independent sources were measured.
 */
export function capReason(type: DataType, state: TypeState, measuredAssets: readonly string[] = []): string {
  const reasons: string[] = [];
  if (type.levelCeiling === 'single_source') {
    reasons.push(type.levelCeilingReason ?? '');
  } else if (state.conflict) {
    reasons.push('its sources contradict one another at this moment, without a majority');
  } else {
    if (type.levelCeiling === 'anchored' && state.maxLevel !== 'anchored') {
      reasons.push(referenceReason(state));
    } else if (state.maxLevel === type.levelCeiling && type.levelCeilingReason !== null) {
      reasons.push(type.levelCeilingReason);
    }
    if (state.maxLevel === 'single_source') {
      reasons.push(...independenceReasons(state));
    }
  }
  if (reasons.length > 0) {
    reasons.push(...assetReasons(measuredAssets), ...healthReasons(state));
  }
  return reasons.join('; ');
}

function referenceReason({ reference }: TypeState): string {
  if (reference === undefined) {
    return 'no node of the chain is set up, so there is no reference';
  }
  return reference.usable
    ? 'no source is measured yet to be independent of the price account on chain'
    : reference.detail;
}

function independenceReasons({ serving, outliers, sharing, unmeasured, combining }: TypeState): string[] {
  const good = serving - outliers;
  if (good <= 1) {
    return ['only one source can be used'];
  }
  const reasons: string[] = [];
  if (sharing > 0) {
    reasons.push(`${sharing} of ${good} sources share an upstream`);
  }
  if (unmeasured > 0) {
    reasons.push(`the independence of ${unmeasured} of ${good} sources is still being measured`);
  }
  if (combining > 0) {
    const verb = combining === 1 ? 'states that it combines' : 'state that they combine';
    reasons.push(
      `${combining} of ${good} sources ${verb} the data of others, so ${combining === 1 ? 'it cannot' : 'they cannot'} confirm them`,
    );
  }
  return reasons.length === 0 ? ['no two of its sources are measured to be independent'] : reasons;
}

/**
 * Returns a sentence for callers: independence is measured for each asset separately, and these assets were measured.
 * An asset that nobody has asked about yet has no measurement.
 */
function assetReasons(assetsMeasured: readonly string[]): string[] {
  return assetsMeasured.length === 0
    ? []
    : [`measured on ${assetsMeasured.join(', ')}; another asset is single_source until its sources are measured on it`];
}

function healthReasons({ total, serving, outliers, refusing = [], unkeyed = [] }: TypeState): string[] {
  const down = total - serving - refusing.length;
  return [
    ...(down === 0 ? [] : [`${down} of ${total} sources ${down === 1 ? 'is' : 'are'} down`]),
    ...(refusing.length === 0
      ? []
      : [
          `${refusing.length} of ${total} sources ${refusing.length === 1 ? 'refuses' : 'refuse'} Assay's key or address: ${refusing.join(', ')}`,
        ]),
    ...(outliers === 0 ? [] : [`${outliers} ${outliers === 1 ? 'contradicts' : 'contradict'} the majority`]),
    ...(unkeyed.length === 0 ? [] : [`not asked, because no key is configured: ${unkeyed.join(', ')}`]),
  ];
}

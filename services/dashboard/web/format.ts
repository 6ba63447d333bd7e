const decimals = 6;

/** Formats micro-credits as credits, without a float and without trailing zeros. */
export function credits(micros: string): string {
  const isNegative = micros.startsWith('-');
  const digits = (isNegative ? micros.slice(1) : micros).padStart(decimals + 1, '0');
  const whole = digits.slice(0, -decimals).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

const centMicros = 10_000n;

/** Formats micro-credits as credits, rounded down to hundredths. Use it for overviews. Tables show every digit. */
export function roundedCredits(micros: string): string {
  return credits(String((BigInt(micros) / centMicros) * centMicros));
}

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** Formats a time in the reader's zone. */
export function localTime(time: number | string): string {
  return dateTime.format(new Date(time));
}

const clockFormat = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** Formats the time of the day in the reader's zone, with milliseconds. */
export function clockTime(time: number | string): string {
  return clockFormat.format(new Date(time));
}

/** Formats a time exactly, in UTC. */
export function exactTime(time: number | string): string {
  return new Date(time).toISOString();
}

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Formats a time relative to now, such as "3 minutes ago". */
export function ago(time: number | string, nowMs: number = Date.now()): string {
  const differenceMs = new Date(time).getTime() - nowMs;
  for (const [unit, lengthMs] of steps) {
    if (Math.abs(differenceMs) >= lengthMs) {
      return relative.format(Math.round(differenceMs / lengthMs), unit);
    }
  }
  return relative.format(Math.round(differenceMs / 1_000), 'second');
}

/** Formats JSON text with an indent. Returns text that is not JSON unchanged. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/**
 * Returns the value at a percentile, by the nearest rank.
 * @param share the percentile as a share, such as 0.99.
 * @returns undefined when there are no values.
 */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

/** Formats a duration in milliseconds with one unit. */
export function duration(durationMs: number): string {
  const seconds = durationMs / 1_000;
  const size = Math.abs(seconds);
  if (size < 1) {
    return `${Math.round(durationMs)} ms`;
  }
  if (size < 120) {
    return `${seconds.toFixed(1)} s`;
  }
  if (size < 7_200) {
    return `${Math.round(seconds / 60)} min`;
  }
  return size < 172_800 ? `${(seconds / 3_600).toFixed(1)} h` : `${(seconds / 86_400).toFixed(1)} days`;
}

/**
 * Returns the last characters of a trace id, short enough for a table. Ids begin with their time, so ids of the same
 * moment differ only at the end.
 */
export function shortTraceId(traceId: string): string {
  return `…${traceId.slice(-8)}`;
}

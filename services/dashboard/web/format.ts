const decimals = 6;

/** Formats micro-credits as credits, without a float and without trailing zeros. */
export function credits(micros: string): string {
  const isNegative = micros.startsWith('-');
  const digits = (isNegative ? micros.slice(1) : micros).padStart(decimals + 1, '0');
  const whole = digits.slice(0, -decimals).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** Formats a time in the reader's zone. */
export function localTime(time: number | string): string {
  return dateTime.format(new Date(time));
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

/** Formats JSON text with an indent. A text that is no JSON stays as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** Returns the value at a percentile of numbers, such as 0.99; undefined without numbers. Source: nearest rank. */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

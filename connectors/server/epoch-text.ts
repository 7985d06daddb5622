const nanosPerSecond = 1_000_000_000n;

/** Formats nanoseconds since 1970 UTC as `2026-01-31 10:20:30.5`. */
export function timestampText(nanos: bigint): string {
  const { seconds, fraction } = split(nanos);
  return `${dateTime(seconds).join(' ')}${fraction}`;
}

/** Formats days since 1970 as `2026-01-31`. */
export function dateText(days: number): string {
  return dateTime(days * 86_400)[0];
}

/** Formats nanoseconds since midnight as `10:20:30.5`. */
export function timeText(nanos: bigint): string {
  const { seconds, fraction } = split(nanos);
  return `${dateTime(seconds)[1]}${fraction}`;
}

/** Converts seconds such as `1700000000.123456789` to nanoseconds without rounding; undefined for text that is no number. */
export function nanosOf(seconds: string): bigint | undefined {
  const [, sign, whole, decimals = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(seconds) ?? [];
  if (whole === undefined) return undefined;
  const nanos = BigInt(whole) * nanosPerSecond + BigInt(decimals.slice(0, 9).padEnd(9, '0'));
  return sign === '-' ? -nanos : nanos;
}

function split(nanos: bigint): { seconds: number; fraction: string } {
  const rest = ((nanos % nanosPerSecond) + nanosPerSecond) % nanosPerSecond;
  const seconds = Number((nanos - rest) / nanosPerSecond);
  const decimals = String(rest).padStart(9, '0').replace(/0+$/, '');
  return { seconds, fraction: decimals === '' ? '' : `.${decimals}` };
}

function dateTime(seconds: number): [string, string] {
  const text = new Date(seconds * 1000).toISOString();
  return [text.slice(0, text.indexOf('T')), text.slice(text.indexOf('T') + 1, -5)];
}

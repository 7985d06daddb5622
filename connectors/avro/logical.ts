/** Returns the JSON text of a number with a logical type (Avro 1.12, "Logical Types"). */
type Shown = (value: bigint) => string;

const dayMs = 86_400_000n;

/** Dates outside JavaScript's range stay numbers. */
function iso(value: bigint, milliseconds: bigint, show: (date: Date) => string): string {
  const date = new Date(Number(milliseconds));
  return Number.isNaN(date.getTime()) ? String(value) : show(date);
}

/** A timestamp with `perSecond` units per second, and as many decimals. */
const timestamp =
  (perSecond: bigint, zone: 'Z' | '' = 'Z'): Shown =>
  (value) => {
    const rest = ((value % perSecond) + perSecond) % perSecond;
    const decimals = String(rest).padStart(String(perSecond).length - 1, '0');
    const seconds = ((value - rest) / perSecond) * 1000n;
    return iso(value, seconds, (date) => `"${date.toISOString().slice(0, -5)}.${decimals}${zone}"`);
  };

const time =
  (perSecond: bigint): Shown =>
  (value) => {
    const text = timestamp(perSecond, '')(value);
    return text.replace(/^"[^T]*T/, '"');
  };

/** Logical types of int and long. */
export const shownNumbers: Readonly<Record<string, Shown>> = {
  date: (value) =>
    iso(value, value * dayMs, (date) => `"${date.toISOString().replace(/T.*$/, '')}"`),
  'time-millis': time(1000n),
  'time-micros': time(1_000_000n),
  'timestamp-millis': timestamp(1000n),
  'timestamp-micros': timestamp(1_000_000n),
  'timestamp-nanos': timestamp(1_000_000_000n),
  'local-timestamp-millis': timestamp(1000n, ''),
  'local-timestamp-micros': timestamp(1_000_000n, ''),
  'local-timestamp-nanos': timestamp(1_000_000_000n, ''),
};

/** The number in the bytes of the logical type `decimal`: two's complement, big-endian. */
export function decimalText(bytes: Buffer, scale: number): string {
  const hex = bytes.toString('hex');
  const unsigned = hex === '' ? 0n : BigInt(`0x${hex}`);
  const value = BigInt.asIntN(bytes.length * 8, unsigned);
  if (scale <= 0) return String(value * 10n ** BigInt(-scale));
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return value < 0n ? `-${text}` : text;
}

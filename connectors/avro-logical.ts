/** Text of a JSON value for the number that a value of a logical type is kept as (Avro 1.12, "Logical Types"). */
type Shown = (value: bigint) => string;

const dayMs = 86_400_000n;

/** Dates that no calendar here knows stay numbers. */
function iso(value: bigint, milliseconds: bigint, show: (date: Date) => string): string {
  const date = new Date(Number(milliseconds));
  return Number.isNaN(date.getTime()) ? String(value) : show(date);
}

/** A moment in units of which a second has `perSecond`, with as many decimals. */
const moment =
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
    const text = moment(perSecond, '')(value);
    return text.replace(/^"[^T]*T/, '"');
  };

/** Logical types of int and long. */
export const shownNumbers: Readonly<Record<string, Shown>> = {
  date: (value) =>
    iso(value, value * dayMs, (date) => `"${date.toISOString().replace(/T.*$/, '')}"`),
  'time-millis': time(1000n),
  'time-micros': time(1_000_000n),
  'timestamp-millis': moment(1000n),
  'timestamp-micros': moment(1_000_000n),
  'timestamp-nanos': moment(1_000_000_000n),
  'local-timestamp-millis': moment(1000n, ''),
  'local-timestamp-micros': moment(1_000_000n, ''),
  'local-timestamp-nanos': moment(1_000_000_000n, ''),
};

/** The number that bytes of the logical type `decimal` hold: two's complement, the highest byte first. */
export function decimalText(bytes: Buffer, scale: number): string {
  const hex = bytes.toString('hex');
  const unsigned = hex === '' ? 0n : BigInt(`0x${hex}`);
  const value = BigInt.asIntN(bytes.length * 8, unsigned);
  if (scale <= 0) return String(value * 10n ** BigInt(-scale));
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return value < 0n ? `-${text}` : text;
}

import { createHash, randomBytes, randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(4096);
let used = pool.length;
let lastMs = 0;
let counter = 0;

/** A UUIDv7 (RFC 9562 §5.7): time-ordered, and increasing within this process even in one millisecond. */
export function newId(now: number = Date.now()): string {
  if (used + 10 > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  if (now > lastMs) {
    lastMs = now;
    counter = pool.readUInt16BE(used) & 0x7ff;
  } else if (++counter > 0xfff) {
    lastMs += 1;
    counter = 0;
  }
  const time = lastMs.toString(16).padStart(12, '0');
  const random = pool.toString('hex', used + 2, used + 10);
  used += 10;
  const variant = ((Number.parseInt(random.slice(0, 1), 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${variant}${random.slice(1, 4)}-${random.slice(4)}`;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-([1-8])[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** True if the text is a UUID in its usual spelling, with hyphens. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

/** Milliseconds since 1970 that a UUID of version 1, 6 or 7 carries; undefined for other texts. */
export function uuidTime(text: string): number | undefined {
  const version = uuidPattern.exec(text)?.[1];
  const hex = text.replaceAll('-', '').toLowerCase();
  if (version === '7') return Number.parseInt(hex.slice(0, 12), 16);
  if (version === '6') return gregorianMs(hex.slice(0, 12) + hex.slice(13, 16));
  if (version === '1') return gregorianMs(hex.slice(13, 16) + hex.slice(8, 12) + hex.slice(0, 8));
  return undefined;
}

/** A UUIDv7 that is lower than all others of its millisecond. */
export function lowestId(ms: number): string {
  const time = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0').slice(-12);
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** Versions 1 and 6 count 100 ns since 1582-10-15. */
function gregorianMs(hex: string): number {
  return Number((BigInt(`0x${hex}`) - 122_192_928_000_000_000n) / 10_000n);
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random base62 text without modulo bias. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < 248 && text.length < length) text += base62.charAt(byte % 62);
    }
  }
  return text;
}

/** A base62 text derived from the given one: a part of its SHA-256, so only the first 42 characters carry information. */
export function base62Digest(of: string, length: number): string {
  let rest = BigInt(`0x${createHash('sha256').update(of).digest('hex')}`);
  let text = '';
  for (; text.length < length; rest /= 62n) text += base62.charAt(Number(rest % 62n));
  return text;
}

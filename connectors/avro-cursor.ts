/** Where the reading of a message is, and what it may still do. */
export type AvroCursor = {
  bytes: Buffer;
  at: number;
  /** Values that may still be read: some take no byte, so that a few bytes could stand for billions of them. */
  left: number;
  depth: number;
};

/** More values than this, or values inside of more others, are in no message that somebody meant to send. */
const mostValues = 1_000_000;
const deepest = 100;

/** Begins with the first byte from `at`. */
export function cursorOf(bytes: Buffer, at = 0): AvroCursor {
  return { bytes, at, left: mostValues, depth: 0 };
}

/** The next bytes; throws when there are not so many. */
export function takeBytes(cursor: AvroCursor, length: number): Buffer {
  const { bytes, at } = cursor;
  if (length < 0 || length > bytes.length - at) throw new Error('the message ends too early');
  cursor.at += length;
  return bytes.subarray(at, cursor.at);
}

/** Int and long: variable length, zigzag (Avro 1.12, "Primitive Types"). */
export function takeLong(cursor: AvroCursor): bigint {
  let value = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = takeBytes(cursor, 1)[0] ?? 0;
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return BigInt.asIntN(64, (value >> 1n) ^ -(value & 1n));
  }
  throw new Error('a number of the message has no end');
}

/** A length or an index; throws for one that cannot be meant. */
export function takeCount(cursor: AvroCursor): number {
  const value = takeLong(cursor);
  if (value > 0x7fffffffn || value < -0x7fffffffn) throw new Error('a length is out of bounds');
  return Number(value);
}

/** Bytes behind their length. */
export function takeSized(cursor: AvroCursor): Buffer {
  return takeBytes(cursor, takeCount(cursor));
}

/** Calls `item` for each item of the blocks of an array or a map. */
export function takeBlocks(cursor: AvroCursor, item: () => void): void {
  for (let count = takeCount(cursor); count !== 0; count = takeCount(cursor)) {
    if (count < 0) takeLong(cursor);
    for (let left = Math.abs(count); left > 0; left -= 1) item();
  }
}

/** Runs a reader one level further in; throws when there are too many values or levels. */
export function takeInside(cursor: AvroCursor, read: (cursor: AvroCursor) => string): string {
  cursor.left -= 1;
  if (cursor.left < 0) throw new Error(`the message has more than ${mostValues} values`);
  if (cursor.depth >= deepest) throw new Error('the message is nested too deeply');
  cursor.depth += 1;
  const text = read(cursor);
  cursor.depth -= 1;
  return text;
}

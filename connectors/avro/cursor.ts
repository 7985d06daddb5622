/** Position and remaining limits while a message is read. */
export type AvroCursor = {
  bytes: Buffer;
  at: number;
  /** Values that may still be read: some need no byte, so that a few bytes could encode billions of values. */
  left: number;
  depth: number;
};

/** Limits for malicious messages; real messages are far smaller and shallower. */
const maxValues = 1_000_000;
const maxDepth = 100;

/** Creates a cursor at byte `at`. */
export function cursorOf(bytes: Buffer, at = 0): AvroCursor {
  return { bytes, at, left: maxValues, depth: 0 };
}

/** Reads bytes; throws when fewer are left. */
export function takeBytes(cursor: AvroCursor, length: number): Buffer {
  const { bytes, at } = cursor;
  if (length < 0 || length > bytes.length - at) throw new Error('the message ends too early');
  cursor.at += length;
  return bytes.subarray(at, cursor.at);
}

/** Reads an int or long: variable length, zigzag (Avro 1.12, "Primitive Types"). */
export function takeLong(cursor: AvroCursor): bigint {
  let value = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = takeBytes(cursor, 1)[0] ?? 0;
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return BigInt.asIntN(64, (value >> 1n) ^ -(value & 1n));
  }
  throw new Error('an integer of the message is too long');
}

/** Reads a length or index; throws when it is out of bounds. */
export function takeCount(cursor: AvroCursor): number {
  const value = takeLong(cursor);
  if (value > 0x7fffffffn || value < -0x7fffffffn) throw new Error('a length is out of bounds');
  return Number(value);
}

/** Reads bytes with their length. */
export function takeSized(cursor: AvroCursor): Buffer {
  return takeBytes(cursor, takeCount(cursor));
}

/** Calls `item` for each item of the blocks of an array or map. */
export function takeBlocks(cursor: AvroCursor, item: () => void): void {
  for (let count = takeCount(cursor); count !== 0; count = takeCount(cursor)) {
    if (count < 0) takeLong(cursor);
    for (let left = Math.abs(count); left > 0; left -= 1) item();
  }
}

/** Runs a reader one level deeper; throws when there are too many values or levels. */
export function takeInside(cursor: AvroCursor, read: (cursor: AvroCursor) => string): string {
  cursor.left -= 1;
  if (cursor.left < 0) throw new Error(`the message has more than ${maxValues} values`);
  if (cursor.depth >= maxDepth) throw new Error('the message is nested too deeply');
  cursor.depth += 1;
  const text = read(cursor);
  cursor.depth -= 1;
  return text;
}

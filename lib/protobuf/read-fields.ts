/** Thrown when bytes are not what the wire format of Protocol Buffers allows. */
export class ProtobufError extends Error {}

/** The value of a field: a number of a varint, eight or four bytes, or the bytes of a string, message or list. */
export type FieldValue = bigint | Buffer;

/**
 * Reads the fields of a message in the wire format of Protocol Buffers. Integers are unsigned; texts and messages are
 * views of the given bytes, which are not copied.
 */
export function* readFields(bytes: Buffer): Generator<[number: number, value: FieldValue]> {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) throw new ProtobufError('the message ends within a number');
      if (shift === 0n && byte < 0x80) return BigInt(byte);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new ProtobufError('a number is longer than 10 bytes');
  };
  const take = (length: number): Buffer => {
    const end = at + length;
    if (end > bytes.length) throw new ProtobufError('a field is longer than its message');
    const taken = bytes.subarray(at, end);
    at = end;
    return taken;
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const number = Math.floor(tag / 8);
    if (number < 1 || number > 0x1fffffff) throw new ProtobufError('a field has no valid number');
    const type = tag % 8;
    if (type === 0) yield [number, varint()];
    else if (type === 1) yield [number, take(8).readBigUInt64LE()];
    else if (type === 2) yield [number, take(Number(varint()))];
    else if (type === 5) yield [number, BigInt(take(4).readUInt32LE())];
    else throw new ProtobufError(`the wire type ${type} is not supported`);
  }
}

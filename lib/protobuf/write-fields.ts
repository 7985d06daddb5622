/** A field of a message: an integer, a text, or a message as its bytes. */
type Field = readonly [number: number, value: number | string | Uint8Array];

/** Writes a message in the wire format of Protocol Buffers; integers must not be negative. */
export function writeFields(fields: readonly Field[]): Buffer {
  const pieces = fields.flatMap(([number, value]) => {
    if (typeof value === 'number') return [varint(number * 8), varint(value)];
    const bytes = typeof value === 'string' ? Buffer.from(value, 'utf8') : value;
    return [varint(number * 8 + 2), varint(bytes.length), bytes];
  });
  return Buffer.concat(pieces);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}

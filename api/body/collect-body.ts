import { refuse } from '../../domain/errors.ts';
import type { BodyStream } from '../exchange.ts';

/** The bytes of a body that is read piece by piece. Refuses with `payload_too_large`. */
export async function collectBody({ chunks }: BodyStream, limitBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of chunks) {
    length += piece.length;
    if (length > limitBytes) {
      const megabytes = limitBytes / 1024 / 1024;
      refuse('payload_too_large', `The body is larger than ${megabytes} MB: send less at once.`);
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces, length);
}

import type { HitPosition } from '../../../db/views/search/hits.ts';
import { refuse } from '../../../domain/errors.ts';

/** The position of a hit as text for `after`. */
export function writeSearchCursor({ first, second, id, kind }: HitPosition): string {
  return Buffer.from(JSON.stringify([first, second, id, kind])).toString('base64url');
}

/** The position in `after`; refuses other texts with `bad_request`. */
export function readSearchCursor(after: string | undefined): HitPosition | undefined {
  if (after === undefined) return undefined;
  const [first, second, id, kind] = parse(after);
  const isInteger = Number.isInteger(first) && Math.abs(Number(first)) < 10;
  if (isInteger && typeof second === 'number' && typeof id === 'string' && typeof kind === 'string')
    return { first: Number(first), second, id, kind };
  return refuse(
    'bad_request',
    `after=${after} does not come from this search: send the value of 'next' of the previous page.`,
  );
}

function parse(after: string): unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(after, 'base64url').toString());
    return Array.isArray(read) && !String(read).includes('\0') ? read : [];
  } catch {
    return [];
  }
}

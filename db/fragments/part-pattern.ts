/** A pattern of ILIKE for texts that contain this part; undefined, which matches all, for no part. */
export function partPattern(part: string | undefined): string | undefined {
  return part ? `%${part.replace(/[\\%_]/g, '\\$&')}%` : undefined;
}

import { deprecationHeaders } from './deprecation.ts';
import type { ApiSettings } from '../services.ts';

/** Date on which one document per namespace replaced single concepts. */
const since = new Date('2026-07-24T00:00:00Z');

/** Headers that announce the deprecation of single concepts and relationships. */
export function conceptsDeprecatedSince({
  deprecatedFormatsUntil,
}: ApiSettings): ReturnType<typeof deprecationHeaders> | { deprecation: string } {
  const { deprecation, sunset } = deprecationHeaders(since, deprecatedFormatsUntil ?? '9999-12-31');
  return deprecatedFormatsUntil === undefined ? { deprecation } : { deprecation, sunset };
}

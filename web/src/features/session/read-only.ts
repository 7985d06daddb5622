import type { Refused } from '../../components/states/why-not.tsx';
import { sessionTexts } from '../../texts/operate/session.ts';
import { useMe } from './queries.ts';

/** Why somebody who signed in with a read-only key may change nothing; undefined for all others. */
export function useReadOnly(): Refused | undefined {
  const scope = useMe()?.scope ?? '';
  return scope.endsWith('_read') ? { because: sessionTexts.readOnly } : undefined;
}

import type { Refused } from '../../components/states/why-not.tsx';
import { workTexts } from '../../texts/operations/work.ts';
import { useMe } from '../session/queries.ts';

/** Why the caller may not retry, cancel or stop work: a key that only reads. */
export function useMayNotChange(): Refused | undefined {
  const scope = useMe()?.scope ?? '';
  return scope.endsWith('_read') ? { because: workTexts.readOnlyKey } : undefined;
}

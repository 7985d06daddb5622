import { announced } from '../../lib/announce.ts';
import { useStore } from '../../lib/store.ts';

/** What screen readers speak without being asked. */
export function LiveRegion() {
  return (
    <div className="hidden" role="status" aria-live="polite">
      {useStore(announced)}
    </div>
  );
}

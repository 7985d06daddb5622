import { online } from '../../lib/connection.ts';
import { roughDuration } from '../../lib/durations.ts';
import { useStore } from '../../lib/store.ts';
import { useTick } from '../../lib/hooks/use-tick.ts';
import { overviewTexts } from '../../texts/operations/overview.ts';

/** How old the page is, to the second. */
export function Checked({ at, isFailing }: { at: number; isFailing: boolean }) {
  const isOnline = useStore(online);
  const seconds = Math.max(0, Math.round((useTick() - at) / 1_000));
  const ago = `${roughDuration(seconds)} ago`;
  const isLive = isOnline && !isFailing;
  return (
    <span className="row tight small faint checked">
      <span className={isLive ? 'dot ok' : 'dot warn'} aria-hidden />
      {isLive ? overviewTexts.live(ago) : overviewTexts.notLive(ago)}
    </span>
  );
}

import { exactTime, relativeTime } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';

/** "2 hr. ago", with local time and UTC as tooltip. */
export function RelativeTime({ at }: { at: string }) {
  const instant = new Date(at);
  return (
    <time dateTime={at} title={exactTime(instant)}>
      {relativeTime(instant, useNow())}
    </time>
  );
}

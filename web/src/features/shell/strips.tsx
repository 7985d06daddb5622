import { IconInfoCircle, IconPlugConnectedX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { hasNewBuild, online } from '../../lib/connection.ts';
import { useStore } from '../../lib/store.ts';
import { shellTexts } from '../../texts/shell.ts';
import type { Me } from '../session/queries.ts';

/** What concerns the whole window: no network, another version of the server, a person without a team. */
export function Strips({ me }: { me: Me }) {
  const isOnline = useStore(online);
  const isOld = useStore(hasNewBuild);
  const hasNoTeam = me.email !== null && me.teams.length === 0 && !me.isOwner;
  const strips = useRef<HTMLDivElement>(null);
  useHeight(strips);
  return (
    <div ref={strips}>
      {!isOnline && (
        <div className="strip-note" role="status">
          <IconPlugConnectedX size={16} aria-hidden /> {shellTexts.offline}
        </div>
      )}
      {isOld && (
        <div className="strip-note" role="status">
          <IconInfoCircle size={16} aria-hidden /> {shellTexts.newBuild}
          <button type="button" className="button compact" onClick={() => location.reload()}>
            {shellTexts.reload}
          </button>
        </div>
      )}
      {hasNoTeam && (
        <div className="strip-note">
          <IconInfoCircle size={16} aria-hidden /> {shellTexts.noTeam}
          <Link to="/me/team" className="strip-link">
            {shellTexts.whomToAsk}
          </Link>
        </div>
      )}
    </div>
  );
}

/** Pages as high as the window leave room for the strips: their height is a variable of the style sheets. */
function useHeight(strips: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = strips;
    if (current === null) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--strips', `${current.offsetHeight}px`),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [strips]);
}

import { IconPlayerPause } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { countText } from '../../lib/numbers.ts';
import { overviewTexts } from '../../texts/operations/overview.ts';
import { kindName } from '../../texts/operations/work-kinds.ts';
import { workTexts } from '../../texts/operations/work.ts';
import type { WorkList } from './queries.ts';
import type { WorkSearch } from './work-search.ts';

type KindListProps = { kinds: WorkList['kinds']; search: WorkSearch };

/** All kinds of work with what waits and what failed; a kind filters the list. */
export function KindList({ kinds, search }: KindListProps) {
  const { kind: chosen, job: _, key: __, ...others } = search;
  return (
    <nav aria-label={workTexts.kinds}>
      <ul className="kind-list">
        <li>
          <Link
            to="/operate/work"
            search={others}
            aria-current={chosen === undefined ? 'true' : undefined}
            activeOptions={{ exact: true }}
          >
            {workTexts.allKinds}
          </Link>
        </li>
        {kinds.map(({ kind, due, failed, paused }) => (
          <li key={kind}>
            <Link
              to="/operate/work"
              search={{ ...others, kind }}
              aria-current={chosen === kind ? 'true' : undefined}
            >
              <span className="ellipsis">{kindName(kind)}</span>
              {paused !== null && (
                <IconPlayerPause
                  size={13}
                  className="tone warn"
                  aria-label={overviewTexts.paused}
                  role="img"
                />
              )}
              <span
                className="push row tight"
                aria-label={workTexts.kindCount(due, failed)}
                role="img"
              >
                {due > 0 && <span className="facet-count">{countText(due)}</span>}
                {failed > 0 && <span className="facet-count tone bad">{countText(failed)}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

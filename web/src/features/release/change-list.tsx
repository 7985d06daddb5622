import { StatusBadge } from '../../components/data/status-badge.tsx';
import { changedPart, wordsOf } from '../../lib/text/changed-part.ts';
import { releaseTexts } from '../../texts/studio/release.ts';
import type { Change } from './queries.ts';

/** The changes of a verdict, most severe first: what changed, by which rule, and from what to what. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <div className="verdict-scroll" role="region" aria-label={releaseTexts.changes} tabIndex={0}>
      <ul className="verdict-changes">
        {changes.map((change) => (
          <ChangeLine key={`${change.path} ${change.rule}`} change={change} />
        ))}
      </ul>
    </div>
  );
}

function ChangeLine({ change: { path, rule, impact, from, to } }: { change: Change }) {
  const { name, member } = changedPart(path);
  return (
    <li>
      <div className="row">
        <span className="ellipsis" title={path}>
          <span className="mono">{name ?? member}</span>
          {name !== undefined && member !== '' && <span className="soft"> {member}</span>}
        </span>
        <span className="push">
          <StatusBadge of="change" value={impact} bare />
        </span>
      </div>
      <div className="tiny faint">{wordsOf(rule)}</div>
      {(from !== undefined || to !== undefined) && (
        <div className="mono tiny verdict-values">
          {from !== undefined && <del>{shown(from)}</del>}
          {to !== undefined && <ins>{shown(to)}</ins>}
        </div>
      )}
    </li>
  );
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

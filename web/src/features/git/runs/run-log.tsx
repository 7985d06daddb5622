import { clockText } from '../../../lib/durations.ts';
import { gitRunTexts } from '../../../texts/git.ts';
import type { GitRun } from '../queries.ts';

/** The lines of the log of a run or an import, folded away. */
export function RunLog({ log }: Pick<GitRun, 'log'>) {
  return (
    <details className="git-log-fold">
      <summary className="tiny faint">{gitRunTexts.log(log.length)}</summary>
      {log.length === 0 && <p className="tiny faint">{gitRunTexts.noLog}</p>}
      <ol className="git-log mono tiny">
        {log.map((line, index) => (
          // Lines have no other identity than their place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className={line.level}>
            <time dateTime={line.at}>{clockText(line.at)}</time> {line.message}
          </li>
        ))}
      </ol>
    </details>
  );
}

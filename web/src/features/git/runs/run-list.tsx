import { Button } from '../../../components/controls/button.tsx';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { StatusBadge } from '../../../components/data/status-badge.tsx';
import { gitRunTexts } from '../../../texts/git.ts';
import { isGoingOn, runCounts } from '../queries.ts';
import type { GitRun } from '../queries.ts';
import { Requester } from '../requester.tsx';
import { RunLog } from './run-log.tsx';

type RunListProps = {
  /** What the document is called. */
  noun: string;
  runs: readonly GitRun[];
  limit: number;
  onMore: () => void;
};

/** What was done with the file, newest first, each with its log. */
export function RunList({ noun, runs, limit, onMore }: RunListProps) {
  return (
    <section className="card" aria-label={gitRunTexts.title}>
      <header className="wrap">
        <h2>{gitRunTexts.title}</h2>
        <span className="push tiny faint">{gitRunTexts.kept}</span>
      </header>
      {runs.length === 0 && <p className="inside small soft">{gitRunTexts.none}</p>}
      <ol className="git-runs">
        {runs.map((run) => (
          <RunLine key={run.id} run={run} noun={noun} />
        ))}
      </ol>
      {runs.length === limit && limit < runCounts.most && (
        <div className="inside">
          <Button compact onClick={onMore}>
            {gitRunTexts.more}
          </Button>
        </div>
      )}
    </section>
  );
}

/** A conflict is decided with the buttons of this page. The message of the run names the requests for it. */
const messageOf = ({ action, code, message }: GitRun, noun: string): string | null =>
  code === 'git_conflict' && (action === 'pull' || action === 'push')
    ? gitRunTexts.conflict(noun)
    : message;

function RunLine({ run, noun }: { run: GitRun; noun: string }) {
  const message = messageOf(run, noun);
  const { action, commit, requestedBy, requestedAt, log } = run;
  return (
    <li>
      <div className="row wrap">
        <StateOf run={run} />
        <span className="medium small">{gitRunTexts.actions[action] ?? action}</span>
        {commit !== null && (
          <code className="tiny faint" title={commit}>
            {commit.slice(0, 10)}
          </code>
        )}
        <span className="push tiny faint">
          <Requester principal={requestedBy} />
          {', '}
          <RelativeTime at={requestedAt} />
        </span>
      </div>
      {message !== null && <p className="small soft">{message}</p>}
      <RunLog log={log} />
    </li>
  );
}

function StateOf({ run }: { run: GitRun }) {
  if (!isGoingOn(run)) return <StatusBadge of="run" value={run.outcome ?? ''} />;
  return <StatusBadge of="work" value={run.phase === 'queued' ? 'QUEUED' : 'RUNNING'} />;
}

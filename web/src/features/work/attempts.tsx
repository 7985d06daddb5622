import { RelativeTime } from '../../components/data/relative-time.tsx';
import { Badge } from '../../components/data/status-badge.tsx';
import { statusWord } from '../../texts/status-words.ts';
import { pieceTexts } from '../../texts/operations/work.ts';
import type { Piece } from './queries.ts';
import { withoutEscapes } from '../../lib/text/without-escapes.ts';

type Attempt = Piece['attempts'][number];

/** The attempts of a piece of work, the newest first, each with what it said at its end. */
export function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  return (
    <section className="card">
      <header>
        <h2>{pieceTexts.attempts}</h2>
      </header>
      {attempts.length === 0 ? (
        <p className="inside soft small">{pieceTexts.noAttempts}</p>
      ) : (
        <ol>
          {attempts.map((attempt, index) => (
            <Line key={`${attempt.attempt} ${attempt.startedAt} ${index}`} attempt={attempt} />
          ))}
        </ol>
      )}
    </section>
  );
}

function statusOf(outcome: string) {
  const status = statusWord('work', outcome === 'RETRIED' ? 'FAILED' : outcome);
  return { ...status, word: pieceTexts.outcomes[outcome] ?? outcome };
}

function Line({
  attempt: { attempt, outcome, error, startedAt, endedAt, seconds },
}: {
  attempt: Attempt;
}) {
  const at = endedAt ?? startedAt;
  const isBad = outcome === 'FAILED' || outcome === 'RETRIED';
  return (
    <li className="attempt">
      <div className="row wrap">
        <span className="medium">{pieceTexts.attempt(attempt)}</span>
        <Badge status={statusOf(outcome)} />
        <span className="tiny faint push nowrap">
          {seconds !== null && `${pieceTexts.seconds(seconds)} · `}
          {at !== null && <RelativeTime at={at} />}
        </span>
      </div>
      {(error !== null || isBad) && (
        <pre className="code-block attempt-error" tabIndex={0}>
          {error === null ? pieceTexts.noError : withoutEscapes(error)}
        </pre>
      )}
    </li>
  );
}

import { Fact } from '../../components/data/fact.tsx';
import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { IdChip } from '../../components/documents/id-chip.tsx';
import { jobName } from '../../texts/operations/job-names.ts';
import { kindName } from '../../texts/operations/work-kinds.ts';
import { pieceTexts } from '../../texts/operations/work.ts';
import type { Piece } from './queries.ts';
import { subjectPage } from './work-facts.ts';

/** What is known of a piece of work besides its attempts. */
export function PieceFacts({ piece }: { piece: Piece }) {
  const { kind, job, key, owner, attempt, maxAttempts } = piece;
  const times: [string, string | null][] = [
    [pieceTexts.requested, piece.createdAt],
    [pieceTexts.due, piece.state === 'QUEUED' ? piece.availableAt : null],
    [pieceTexts.startedAt, piece.state === 'QUEUED' ? null : piece.startedAt],
    [pieceTexts.finished, piece.finishedAt],
    [pieceTexts.deadline, piece.state === 'RUNNING' ? piece.deadlineAt : null],
  ];
  return (
    <section className="card">
      <header>
        <h2>{pieceTexts.facts}</h2>
      </header>
      <div className="inside">
        <dl className="details">
          <Fact name={pieceTexts.kind}>
            <Link className="link" to="/operate/work" search={{ kind }}>
              {kindName(kind)}
            </Link>
          </Fact>
          <Fact name={pieceTexts.job}>{jobName(job)}</Fact>
          <Subject piece={piece} />
          <Fact name={pieceTexts.owner}>{pieceTexts.owners[owner]}</Fact>
          {times.map(
            ([name, at]) =>
              at !== null && (
                <Fact key={name} name={name}>
                  <RelativeTime at={at} />
                </Fact>
              ),
          )}
          <Fact name={pieceTexts.attemptsLeft}>{pieceTexts.attemptOf(attempt, maxAttempts)}</Fact>
          <Fact name={pieceTexts.key}>
            <IdChip id={key} />
            <br />
            <Link className="link target" to="/operate/work" search={{ kind, key }}>
              {pieceTexts.sameKey}
            </Link>
          </Fact>
        </dl>
      </div>
    </section>
  );
}

function Subject({ piece }: { piece: Piece }) {
  const page = subjectPage(piece);
  if (piece.subjectName === null) return null;
  return (
    <Fact name={pieceTexts.subject}>
      {page === undefined ? (
        piece.subjectName
      ) : (
        <Link className="link" to={page}>
          {piece.subjectName}
        </Link>
      )}
    </Fact>
  );
}

import { RelativeTime } from '../../components/data/relative-time.tsx';
import { Timeline } from '../../components/documents/timeline.tsx';
import type { Step } from '../../components/documents/timeline.tsx';
import { pieceTexts } from '../../texts/operations/work.ts';
import type { Piece } from './queries.ts';

type Entry = Piece['history'][number];

const tones: Readonly<Record<string, Step['tone']>> = {
  done: 'ok',
  failed: 'bad',
  'attempt failed': 'bad',
  'attempt retried': 'warn',
  cancelled: 'idle',
  'attempt cancelled': 'idle',
};

function stepOf({ at, what, principalName }: Entry): Step {
  const word = pieceTexts.steps[what] ?? what;
  return {
    title: principalName ? `${word} ${pieceTexts.by(principalName)}` : word,
    at: <RelativeTime at={at} />,
    tone: tones[what] ?? 'run',
  };
}

/** What happened to a piece of work, and who stepped in. */
export function PieceHistory({ history }: { history: readonly Entry[] }) {
  return (
    <section className="card">
      <header>
        <h2>{pieceTexts.history}</h2>
      </header>
      <div className="inside">
        <Timeline label={pieceTexts.history} steps={history.map(stepOf)} />
      </div>
    </section>
  );
}

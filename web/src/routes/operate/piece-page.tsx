import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isStatus } from '../../api/problem.ts';
import { Badge } from '../../components/data/status-badge.tsx';
import { CodeView } from '../../components/documents/code-view.tsx';
import { IdChip } from '../../components/documents/id-chip.tsx';
import { Page } from '../../components/page.tsx';
import { MissingState } from '../../components/states/error-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import { Attempts } from '../../features/work/attempts.tsx';
import { PieceActions } from '../../features/work/piece-actions.tsx';
import { PieceFacts } from '../../features/work/piece-facts.tsx';
import { PieceHistory } from '../../features/work/piece-history.tsx';
import { pieceQuery } from '../../features/work/queries.ts';
import type { Piece } from '../../features/work/queries.ts';
import { nameOfWork, stateOfWork } from '../../features/work/work-facts.ts';
import '../../features/operations/operations.css';
import '../../features/work/work.css';
import { useCopySource } from '../../lib/copy-source.ts';
import { useNow } from '../../lib/now.ts';
import { bytesText } from '../../lib/numbers.ts';
import { pieceTexts, workTexts } from '../../texts/operations/work.ts';

const route = getRouteApi('/framed/operate/work/$id');

/** One piece of work: its attempts, what it was given, and what happened to it. */
export function PiecePage() {
  const { id } = route.useParams();
  const found = useQuery(pieceQuery(id));
  const piece = found.data;
  useCopySource(`/api/ops/work/${encodeURIComponent(id)}`);
  return (
    <Page
      title={piece === undefined ? pieceTexts.missing : nameOfWork(piece)}
      above={[{ name: workTexts.title, href: '/operate/work' }]}
      beside={
        piece && (
          <>
            <State piece={piece} />
            <IdChip id={id} />
          </>
        )
      }
      actions={piece && <PieceActions piece={piece} />}
    >
      {isStatus(found.error, 404) && piece === undefined ? (
        <MissingState what={`/operate/work/${id}`} />
      ) : (
        <Loaded query={found} skeleton={<SkeletonLines lines={12} />}>
          {(data) => <Known piece={data} />}
        </Loaded>
      )}
    </Page>
  );
}

function State({ piece }: { piece: Piece }) {
  const { status, next } = stateOfWork(piece, useNow());
  return (
    <>
      <Badge status={status} />
      {next !== undefined && <span className="small faint">{next}</span>}
    </>
  );
}

function Known({ piece }: { piece: Piece }) {
  return (
    <div className="piece">
      <div className="stack">
        {piece.cancelRequestedAt !== null && piece.state === 'RUNNING' && (
          <div className="note warn">{pieceTexts.asked}</div>
        )}
        <Attempts attempts={piece.attempts} />
        <Json title={pieceTexts.payload} hint={pieceTexts.payloadHint}>
          {piece.payload === null ? (
            <p className="small soft">{pieceTexts.largePayload(bytesText(piece.payloadBytes))}</p>
          ) : (
            <CodeView name={pieceTexts.payload} text={JSON.stringify(piece.payload, null, 2)} />
          )}
        </Json>
        {piece.progress !== null && piece.progress !== undefined && (
          <Json title={pieceTexts.progress}>
            <CodeView name={pieceTexts.progress} text={JSON.stringify(piece.progress, null, 2)} />
          </Json>
        )}
      </div>
      <div className="stack">
        <PieceFacts piece={piece} />
        <PieceHistory history={piece.history} />
      </div>
    </div>
  );
}

type JsonProps = { title: string; hint?: string; children: ReactNode };

function Json({ title, hint, children }: JsonProps) {
  return (
    <section className="card">
      <header className="wrap">
        <h2>{title}</h2>
        {hint !== undefined && <span className="small faint">{hint}</span>}
      </header>
      <div className="inside">{children}</div>
    </section>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { useContext, useEffect, useState } from 'react';
import { isStatus, Problem } from '../../api/problem.ts';
import { searchFor } from '../../lib/overlays.ts';
import { shortName } from '../../lib/text/plain-text.ts';
import { stateTexts } from '../../texts/states.ts';
import { Button } from '../controls/button.tsx';
import { DeletedNote } from './deleted-note.ts';
import { HelpersNote } from './helpers-note.ts';

/** Longer ids would make the button wider than a small screen. */
const maxId = 24;

type ErrorStateProps = { error: Error; onRetry?: () => void };

/** A part that could not be loaded, in its place: what is wrong, the id of the request, and how to go on. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  if (!(error instanceof Problem)) return <Unreachable onRetry={onRetry} />;
  if (isStatus(error, 404, 410)) return <MissingState what={location.pathname} />;
  return <Refusal problem={error} onRetry={onRetry} />;
}

type Retry = { onRetry: (() => void) | undefined };

function Unreachable({ onRetry }: Retry) {
  return (
    <div className="state" role="alert">
      <h2>{stateTexts.unreachable}</h2>
      <p>{stateTexts.unreachableDetail}</p>
      {onRetry !== undefined && <Button onClick={onRetry}>{stateTexts.retry}</Button>}
    </div>
  );
}

function Refusal({ problem, onRetry }: Retry & { problem: Problem }) {
  const helpersNote = useContext(HelpersNote);
  const isBusy = problem.status === 429 || problem.status === 503;
  return (
    <div className="state" role="alert">
      <h2>{titleOf(problem)}</h2>
      <p>{problem.detail || problem.message}</p>
      {problem.status === 403 && helpersNote(location.pathname)}
      {isBusy && onRetry !== undefined && (
        <CountDown seconds={problem.retryAfter ?? 5} onEnd={onRetry} />
      )}
      {problem.requestId !== undefined && (
        <span className="tiny faint">
          {stateTexts.requestId} <code>{problem.requestId}</code>
        </span>
      )}
      {onRetry !== undefined && <Button onClick={onRetry}>{stateTexts.retry}</Button>}
    </div>
  );
}

function titleOf(problem: Problem): string {
  if (problem.status === 403) return stateTexts.forbidden;
  if (problem.status === 409) return stateTexts.conflict;
  return stateTexts.unexpected;
}

/** Counts `Retry-After` down, then asks again. */
function CountDown({ seconds, onEnd }: { seconds: number; onEnd: () => void }) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setTimeout(() => (left > 0 ? setLeft(left - 1) : onEnd()), 1_000);
    return () => clearTimeout(timer);
  }, [left, onEnd]);
  return <p>{stateTexts.busyDetail(left)}</p>;
}

/** Nothing is there (404), or no more (410). */
export function MissingState({ what }: { what: string }) {
  const navigate = useNavigate();
  const id = lastWord(what);
  const deletedNote = useContext(DeletedNote);
  return (
    <div className="state">
      <h2>{stateTexts.notFound}</h2>
      <p>{stateTexts.notFoundDetail(what)}</p>
      {deletedNote(what)}
      <div className="row wrap">
        {id !== '' && (
          <Button onClick={() => searchFor(id)}>
            {stateTexts.searchForIt(shortName(id, maxId))}
          </Button>
        )}
        <Button onClick={() => void navigate({ to: '/' })}>{stateTexts.goHome}</Button>
      </div>
    </div>
  );
}

/** The last part of an address as people would search for it. */
function lastWord(path: string): string {
  const last = path.split('/').findLast((part) => part !== '') ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

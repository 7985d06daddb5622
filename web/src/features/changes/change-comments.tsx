import { useState } from 'react';
import { Avatar } from '../../components/data/avatar.tsx';
import { Button } from '../../components/controls/button.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { Markdown } from '../../components/documents/markdown.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { useDraft } from '../../lib/drafts.ts';
import { changeTexts } from '../../texts/studio/changes.ts';
import type { Change } from './queries.ts';

type ChangeCommentsProps = { change: Change; onComment: (text: string) => Promise<void> };

/** What people say about the change, oldest first; what is being written survives a reload. */
export function ChangeComments({ change, onComment }: ChangeCommentsProps) {
  const [{ text }, setDraft, forget] = useDraft(`comment ${change.id}`, { text: '' });
  const [error, setError] = useState<Error>();
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    setError(undefined);
    try {
      await onComment(text);
      setDraft({ text: '' });
      forget();
    } catch (failure) {
      setError(failure as Error);
    } finally {
      setSending(false);
    }
  };
  return (
    <section className="stack">
      <h3>{changeTexts.comments(change.comments.length)}</h3>
      <CommentList change={change} />
      {error !== undefined && <ProblemNote error={error} />}
      <div className="row">
        <textarea
          className="input"
          rows={2}
          maxLength={4000}
          aria-label={changeTexts.write}
          placeholder={changeTexts.write}
          value={text}
          onChange={(event) => setDraft({ text: event.target.value })}
        />
        <Button disabled={isSending || text.trim() === ''} onClick={() => void send()}>
          {changeTexts.comment}
        </Button>
      </div>
    </section>
  );
}

function CommentList({ change: { comments } }: { change: Change }) {
  if (comments.length === 0) return null;
  return (
    <ul className="change-comments" aria-label={changeTexts.comments(comments.length)}>
      {comments.map(({ id, principalName, text: said, at }) => (
        <li key={id}>
          <Avatar name={principalName ?? ''} />
          <div>
            <span className="small medium">{principalName ?? changeTexts.somebody}</span>{' '}
            <span className="tiny faint">
              <RelativeTime at={at} />
            </span>
            <Markdown text={said} />
          </div>
        </li>
      ))}
    </ul>
  );
}

import { useState } from 'react';
import { Problem } from '../../api/problem.ts';
import { Button } from '../../components/controls/button.tsx';
import { Field } from '../../components/controls/field.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { hasDraft, useDraft } from '../../lib/drafts.ts';
import { changeTexts } from '../../texts/studio/changes.ts';
import type { Change } from './queries.ts';

type ProposalEditorProps = {
  change: Change;
  onSave: (source: string) => Promise<void>;
  onClose: () => void;
};

/** A draft is about one revision of the proposal: an edit of somebody else is not overwritten unseen. */
const draftOf = ({ id, revision }: Change): string => `proposal ${id} ${revision}`;

/** True if the person has begun to edit the proposal. */
export const isBegun = (change: Change): boolean => hasDraft(draftOf(change));

/** The proposed text as a form; what is typed survives a reload and a refusal. */
export function ProposalEditor({ change, onSave, onClose }: ProposalEditorProps) {
  const [{ source }, setDraft, forget] = useDraft(draftOf(change), { source: change.source });
  const [error, setError] = useState<Error>();
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    setError(undefined);
    try {
      await onSave(source);
      forget();
      onClose();
    } catch (failure) {
      setError(failure as Error);
    } finally {
      setSaving(false);
    }
  };
  const close = () => {
    forget();
    onClose();
  };
  return (
    <section className="stack">
      <Field label={changeTexts.editLabel} problem={problemOf(error)}>
        {(control) => (
          <textarea
            {...control}
            className="input mono proposal-text"
            rows={20}
            spellCheck={false}
            wrap="off"
            value={source}
            onChange={(event) => setDraft({ source: event.target.value })}
          />
        )}
      </Field>
      {error !== undefined && <ProblemNote error={error} />}
      <div className="row">
        <Button onClick={close}>{changeTexts.cancel}</Button>
        <Button tone="primary" className="push" disabled={isSaving} onClick={() => void save()}>
          {changeTexts.save}
        </Button>
      </div>
    </section>
  );
}

/** The first violation with its line. */
function problemOf(error: Error | undefined): string | undefined {
  const first = error instanceof Problem ? error.violations[0] : undefined;
  if (first === undefined) return undefined;
  const line = first.line === undefined ? '' : `Line ${first.line}: `;
  return `${line}${first.field} ${first.message}`;
}

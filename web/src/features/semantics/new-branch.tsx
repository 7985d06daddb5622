import { Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../components/controls/button.tsx';
import { Field } from '../../components/controls/field.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { useDraft } from '../../lib/drafts.ts';
import { semanticTexts } from '../../texts/semantics/semantics.ts';
import { useCut } from './changes.ts';

type NewBranchProps = {
  namespace: string;
  /** Concept that is changed on it first. */
  concept?: string;
  onClose: () => void;
};

/** Names a new branch, cuts it, and leads to it. */
export function NewBranch({ namespace, concept, onClose }: NewBranchProps) {
  const [form, change, forget] = useDraft(`new-branch/${namespace}`, { name: '', title: '' });
  const cut = useCut(namespace);
  const lead = useLead(namespace, concept);
  const branch = form.name.trim();
  const done = () => {
    forget();
    onClose();
    lead(branch);
  };
  const send = () => cut.mutate({ branch, title: form.title.trim() }, { onSuccess: done });
  return (
    <Modal opened onClose={onClose} title={semanticTexts.newBranch} withCloseButton={false}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (branch !== '' && !cut.isPending) send();
        }}
      >
        <Names form={form} onChange={change} />
        {cut.error !== null && <ProblemNote error={cut.error} />}
        <div className="row">
          <Button onClick={onClose}>{semanticTexts.cancel}</Button>
          <Button type="submit" tone="primary" disabled={branch === '' || cut.isPending}>
            {semanticTexts.cut}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** To the new branch, or to the concept that is changed on it first. */
function useLead(namespace: string, concept: string | undefined): (branch: string) => void {
  const navigate = useNavigate();
  return (branch) => {
    const params = { namespace, branch };
    if (concept === undefined) {
      void navigate({ to: '/semantics/$namespace/branches/$branch', params });
      return;
    }
    const to = '/semantics/$namespace/branches/$branch/concepts/$';
    void navigate({ to, params: { ...params, _splat: concept } });
  };
}

type Form = { name: string; title: string };

function Names({ form, onChange }: { form: Form; onChange: (form: Form) => void }) {
  return (
    <>
      <Field label={semanticTexts.branchTitle} hint={semanticTexts.branchTitleHint}>
        {(control) => (
          <input
            {...control}
            className="input"
            data-autofocus
            maxLength={200}
            value={form.title}
            onChange={({ target }) => onChange(withTitle(form, target.value))}
          />
        )}
      </Field>
      <Field label={semanticTexts.branchName} hint={semanticTexts.branchNameHint}>
        {(control) => (
          <input
            {...control}
            className="input mono"
            autoComplete="off"
            maxLength={256}
            value={form.name}
            onChange={({ target }) => onChange({ ...form, name: target.value })}
          />
        )}
      </Field>
    </>
  );
}

/** The name follows the title until somebody writes another one. */
function withTitle(form: Form, title: string): Form {
  const follows = form.name === '' || form.name === slugOf(form.title);
  return { title, name: follows ? slugOf(title) : form.name };
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-|-$/gu, '')
    .slice(0, 60);
}

import { Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../../components/controls/button.tsx';
import { Field } from '../../../components/controls/field.tsx';
import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { useDraft } from '../../../lib/drafts.ts';
import { branchTexts } from '../../../texts/contracts/branches.ts';
import { useCutBranch } from './changes.ts';

/** Names a new branch, cuts it, and leads to it. */
export function NewContractBranch({ id, onClose }: { id: string; onClose: () => void }) {
  const [form, change, forget] = useDraft(`new-contract-branch/${id}`, { name: '' });
  const cut = useCutBranch(id);
  const navigate = useNavigate();
  const branch = form.name.trim();
  const canCut = branch !== '' && !cut.isPending;
  const done = () => {
    forget();
    onClose();
    void navigate({ to: '/datacontracts/$id/branches/$branch', params: { id, branch } });
  };
  return (
    <Modal opened onClose={onClose} title={branchTexts.newBranch} withCloseButton={false}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (canCut) cut.mutate(branch, { onSuccess: done });
        }}
      >
        <Field label={branchTexts.name} hint={branchTexts.nameHint}>
          {(control) => (
            <input
              {...control}
              className="input mono"
              data-autofocus
              autoComplete="off"
              maxLength={256}
              value={form.name}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </Field>
        {cut.error !== null && <ProblemNote error={cut.error} />}
        <div className="row">
          <Button onClick={onClose}>{branchTexts.cancel}</Button>
          <Button type="submit" tone="primary" disabled={!canCut}>
            {branchTexts.cut}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

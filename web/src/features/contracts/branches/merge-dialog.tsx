import { Modal } from '@mantine/core';
import { useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Field } from '../../../components/controls/field.tsx';
import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { branchTexts } from '../../../texts/contracts/branches.ts';
import { useMergeBranch } from './changes.ts';
import type { Branch } from './queries.ts';

type MergeDialogProps = { branch: Branch; onClose: () => void; onMerged: () => void };

/** Asks for the version of the contract, which is suggested, and merges. */
export function MergeDialog({ branch, onClose, onMerged }: MergeDialogProps) {
  const { data_contract_id: id, name, version: own, target_version: target } = branch;
  const suggested = branch.version_state === 'needsBump' ? branch.suggested_version : own;
  const [version, setVersion] = useState(suggested ?? own);
  const [ports, setPorts] = useState(false);
  const merge = useMergeBranch({ id, branch: name });
  const canMerge = version.trim() !== '' && !merge.isPending;
  const send = () => merge.mutate({ version: version.trim(), ports }, { onSuccess: onMerged });
  return (
    <Modal opened onClose={onClose} title={branchTexts.mergeTitle(name)} withCloseButton={false}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (canMerge) send();
        }}
      >
        <Field label={branchTexts.landVersion} hint={branchTexts.landVersionHint(target)}>
          {(control) => (
            <input
              {...control}
              className="input mono"
              data-autofocus
              autoComplete="off"
              maxLength={100}
              value={version}
              onChange={(event) => setVersion(event.target.value)}
            />
          )}
        </Field>
        <label className="check small">
          <input type="checkbox" checked={ports} onChange={() => setPorts(!ports)} />
          {branchTexts.ports}
        </label>
        {merge.error !== null && <ProblemNote error={merge.error} />}
        <div className="row">
          <Button onClick={onClose}>{branchTexts.cancel}</Button>
          <Button type="submit" tone="primary" disabled={!canMerge}>
            {branchTexts.land}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { DangerDialog } from '../../components/dialogs/danger-dialog.tsx';
import { IdChip } from '../../components/documents/id-chip.tsx';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { ContractBranchState } from '../../features/contracts/branches/branch-state.tsx';
import { BranchTests } from '../../features/contracts/branches/branch-tests.tsx';
import { BranchVerdict } from '../../features/contracts/branches/branch-verdict.tsx';
import { useDeleteBranch, useRebaseBranch } from '../../features/contracts/branches/changes.ts';
import { BranchConflicts } from '../../features/contracts/branches/conflicts.tsx';
import { MergeDialog } from '../../features/contracts/branches/merge-dialog.tsx';
import { branchPath, branchQuery } from '../../features/contracts/branches/queries.ts';
import type { Branch } from '../../features/contracts/branches/queries.ts';
import { useCopySource } from '../../lib/copy-source.ts';
import { branchTexts } from '../../texts/contracts/branches.ts';
import { contractTexts } from '../../texts/contracts/contract.ts';

const route = getRouteApi('/framed/datacontracts/$id/branches/$branch');

/** A branch of a data contract: what a merge of it would do, its tests, and the merge. */
export function ContractBranchPage() {
  const names = route.useParams();
  const { id, branch: name } = names;
  const branch = useQuery(branchQuery(names));
  const path = branchPath(names);
  useCopySource(path, `${path}/datacontract.yaml`);
  return (
    <Page
      key={`${id}/${name}`}
      title={name}
      above={[
        { name: contractTexts.above, href: '/?kind=DATA_CONTRACT' },
        {
          name: branch.data?.data_contract_name ?? id,
          href: `/datacontracts/${encodeURIComponent(id)}/branches`,
        },
      ]}
      beside={
        branch.data && (
          <>
            <ContractBranchState branch={branch.data} />
            <IdChip id={name} />
          </>
        )
      }
      lead={branch.data && <Lead branch={branch.data} />}
      actions={branch.data && <Actions branch={branch.data} />}
    >
      <Loaded query={branch}>
        {(data) => (
          <div className="stack-16 below-lead">
            {data.conflicted && <BranchConflicts branch={data} />}
            <BranchVerdict branch={data} />
            <BranchTests branch={data} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Lead({ branch }: { branch: Branch }) {
  return (
    <>
      {branchTexts.cutBy(branch.author_name)} <RelativeTime at={branch.created_at} />.{' '}
      {branchTexts.basedOn(branch.base_revision)}
    </>
  );
}

/** People edit and discuss a branch as any other proposed change. */
function OpenInInbox({ id }: { id: string }) {
  return (
    <Link className="button" to="/inbox" search={{ show: 'changes', id }}>
      {branchTexts.open}
    </Link>
  );
}

function Actions({ branch }: { branch: Branch }) {
  const { data_contract_id: id, name, may_write: mayWrite, may_merge: mayMerge } = branch;
  const [dialog, setDialog] = useState<'merge' | 'delete'>();
  const navigate = useNavigate();
  const names = { id, branch: name };
  const rebase = useRebaseBranch(names);
  const remove = useDeleteBranch(names);
  const close = () => setDialog(undefined);
  const leave = () =>
    void navigate({ to: '/datacontracts/$id/{-$tab}', params: { id, tab: 'branches' } });
  return (
    <>
      <OpenInInbox id={branch.change_request_id} />
      {mayWrite && (
        <Button tone="danger" onClick={() => setDialog('delete')}>
          {branchTexts.remove}
        </Button>
      )}
      {mayWrite && branch.behind_target && !branch.conflicted && (
        <Button disabled={rebase.isPending} onClick={() => rebase.mutate([])}>
          {branchTexts.update}
        </Button>
      )}
      {mayMerge && !branch.conflicted && branch.change_count > 0 && (
        <Button tone="primary" onClick={() => setDialog('merge')}>
          {branchTexts.merge}
        </Button>
      )}
      {rebase.error !== null && <ProblemNote error={rebase.error} />}
      {dialog === 'merge' && <MergeDialog branch={branch} onClose={close} onMerged={leave} />}
      <DangerDialog
        isOpen={dialog === 'delete'}
        title={branchTexts.removeTitle(name)}
        name={name}
        action={branchTexts.remove}
        isPending={remove.isPending}
        error={remove.error}
        onClose={close}
        onConfirm={() => remove.mutate(undefined, { onSuccess: leave })}
      >
        {branchTexts.removeDetail}
      </DangerDialog>
    </>
  );
}

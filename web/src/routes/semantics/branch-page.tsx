import { useQuery } from '@tanstack/react-query';
import { Link, getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { IdChip } from '../../components/documents/id-chip.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { DangerDialog } from '../../components/dialogs/danger-dialog.tsx';
import { useRefusal } from '../../features/permissions/refusal.ts';
import { BranchState } from '../../features/semantics/branch-list.tsx';
import { ChangeList } from '../../features/semantics/change-list.tsx';
import { useDeleteBranch, useRebase } from '../../features/semantics/changes.ts';
import { ConceptPicker } from '../../features/semantics/concept-picker.tsx';
import { titleOf, useOntologyName } from '../../features/semantics/names.ts';
import { branchChangesQuery, branchPath, branchQuery } from '../../features/semantics/queries.ts';
import type { Branch } from '../../features/semantics/queries.ts';
import { useCopySource } from '../../lib/copy-source.ts';
import { conceptTexts } from '../../texts/semantics/concepts.ts';
import { semanticTexts } from '../../texts/semantics/semantics.ts';

const route = getRouteApi('/framed/semantics/$namespace/branches/$branch');

/** A branch: what it changes, and the way into the ontology. */
export function BranchPage() {
  const { namespace, branch: name } = route.useParams();
  const branch = useQuery(branchQuery(namespace, name));
  const ontology = useOntologyName(namespace);
  useCopySource(branchPath(namespace, name));
  return (
    <Page
      key={`${namespace}/${name}`}
      title={branch.data === undefined ? name : titleOf(branch.data)}
      above={[
        { name: conceptTexts.title, href: '/concepts' },
        { name: ontology, href: `/semantics/${encodeURIComponent(namespace)}` },
      ]}
      beside={
        branch.data && (
          <>
            <BranchState branch={branch.data} />
            <IdChip id={name} />
          </>
        )
      }
      lead={branch.data && <Lead branch={branch.data} />}
      actions={branch.data && <Actions branch={branch.data} />}
    >
      <Loaded query={branch}>{(data) => <Known branch={data} />}</Loaded>
    </Page>
  );
}

function Lead({ branch }: { branch: Branch }) {
  const { status, merged_revision: merged, author_name: author, base_revision: base } = branch;
  if (status === 'merged') return <>{semanticTexts.mergedAs(merged ?? 0)}</>;
  return (
    <>
      {semanticTexts.startedBy(author)} <RelativeTime at={branch.created_at} />.{' '}
      {semanticTexts.basedOn(base)}
    </>
  );
}

function Actions({ branch }: { branch: Branch }) {
  const names = { namespace: branch.namespace, branch: branch.name };
  const refused = useRefusal('RESOURCES_EDIT', `semantics/${names.namespace}`, true);
  const rebase = useRebase(names);
  const remove = useDeleteBranch(names);
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const { namespace } = names;
  const leave = () =>
    void navigate({
      to: '/semantics/$namespace',
      params: { namespace },
      search: { tab: 'branches' },
    });
  return (
    <>
      <WhyNot refused={refused} tone="danger" onClick={() => setDeleting(true)}>
        {semanticTexts.remove}
      </WhyNot>
      {refused === undefined && branch.status === 'open' && branch.behind_target && (
        <WhyNot refused={undefined} disabled={rebase.isPending} onClick={() => rebase.mutate()}>
          {semanticTexts.update}
        </WhyNot>
      )}
      {branch.status !== 'merged' && refused === undefined && (
        <Link
          className="button primary"
          to="/semantics/$namespace/branches/$branch/merge"
          params={names}
        >
          {branch.status === 'conflicted' ? semanticTexts.resolve : semanticTexts.merge}
        </Link>
      )}
      {rebase.error !== null && <ProblemNote error={rebase.error} />}
      <DangerDialog
        isOpen={isDeleting}
        title={semanticTexts.removeTitle(titleOf(branch))}
        name={branch.name}
        action={semanticTexts.remove}
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => setDeleting(false)}
        onConfirm={() => remove.mutate(undefined, { onSuccess: leave })}
      >
        {semanticTexts.removeDetail}
      </DangerDialog>
    </>
  );
}

function Known({ branch }: { branch: Branch }) {
  const { namespace, name, status } = branch;
  const changes = useQuery(branchChangesQuery(namespace, name));
  const isOpen = status !== 'merged';
  return (
    <div className="stack branch-parts">
      {isOpen && <ConceptPicker namespace={namespace} branch={name} />}
      <Loaded query={changes}>
        {({ changes: list, total }) =>
          list.length === 0 ? (
            <div className="card">
              <EmptyState sort="nothing-yet" title={semanticTexts.noBranchChanges}>
                {semanticTexts.noBranchChangesHint}
              </EmptyState>
            </div>
          ) : (
            <ChangeList
              namespace={namespace}
              {...(isOpen && { branch: name })}
              changes={list}
              total={total}
            />
          )
        }
      </Loaded>
    </div>
  );
}

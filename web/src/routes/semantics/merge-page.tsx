import { IconEye, IconRefresh } from '@tabler/icons-react';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { isStatus } from '../../api/problem.ts';
import { Button } from '../../components/controls/button.tsx';
import { Badge } from '../../components/data/status-badge.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { useRefusal } from '../../features/permissions/refusal.ts';
import { useRebase } from '../../features/semantics/changes.ts';
import { MergeView } from '../../features/semantics/merge/merge-view.tsx';
import { useBranchNames } from '../../features/semantics/names.ts';
import {
  branchChangesQuery,
  branchPath,
  branchQuery,
  rehearsalQuery,
  savedChoicesQuery,
} from '../../features/semantics/queries.ts';
import type { Branch, Rehearsal } from '../../features/semantics/queries.ts';
import { useCopySource } from '../../lib/copy-source.ts';
import { conceptTexts } from '../../texts/semantics/concepts.ts';
import { mergeTexts } from '../../texts/semantics/merge.ts';

const route = getRouteApi('/framed/semantics/$namespace/branches/$branch/merge');

/** The merge of a branch into its ontology. */
export function MergePage() {
  const { namespace, branch } = route.useParams();
  const found = useQuery(branchQuery(namespace, branch));
  const rehearsal = useQuery(rehearsalQuery(namespace, branch));
  usePrefetchQuery(savedChoicesQuery(namespace, branch));
  const [isPreview, setPreview] = useState(false);
  const [left, setLeft] = useState<number>();
  useCopySource(branchPath(namespace, branch));
  const isEmpty = isStatus(rehearsal.error, 409, 422) && rehearsal.data === undefined;
  return (
    <div className="full-width merge">
      <div className="merge-head">
        <Head
          branch={found.data}
          rehearsal={rehearsal.data}
          left={left}
          onPreview={() => setPreview(true)}
        >
          {isEmpty && <Nothing error={rehearsal.error} names={{ namespace, branch }} />}
        </Head>
      </div>
      {!isEmpty && (
        <Loaded query={found}>
          {(known) => (
            <Loaded query={rehearsal}>
              {(would) => (
                <Body
                  branch={known}
                  rehearsal={would}
                  isPreview={isPreview}
                  onPreviewEnd={() => setPreview(false)}
                  onLeft={setLeft}
                />
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </div>
  );
}

type BodyProps = Omit<ComponentProps<typeof MergeView>, 'saved' | 'at'>;

function Body(props: BodyProps) {
  const { namespace, branch } = route.useParams();
  const { at } = route.useSearch();
  const saved = useQuery(savedChoicesQuery(namespace, branch));
  return (
    <Loaded query={saved}>
      {({ choices }) => (
        <MergeView key={`${namespace}/${branch}`} {...props} saved={choices} at={at} />
      )}
    </Loaded>
  );
}

type HeadProps = {
  branch: Branch | undefined;
  rehearsal: Rehearsal | undefined;
  left: number | undefined;
  onPreview: () => void;
  children: ReactNode;
};

function Head({ branch: known, rehearsal, left, onPreview, children }: HeadProps) {
  const names = route.useParams();
  const { namespace, branch } = names;
  const changes = useQuery(branchChangesQuery(namespace, branch)).data;
  const { ontology, title } = useBranchNames(namespace, branch);
  const href = `/semantics/${encodeURIComponent(namespace)}`;
  return (
    <Page
      key={`${namespace}/${branch}`}
      title={mergeTexts.title(title, ontology)}
      crumb={mergeTexts.crumb}
      above={[
        { name: conceptTexts.title, href: '/concepts' },
        { name: ontology, href },
        { name: title, href: `${href}/branches/${encodeURIComponent(branch)}` },
      ]}
      beside={rehearsal && left !== undefined && <Left count={left} of={rehearsal} />}
      lead={known && rehearsal && leadOf(known, rehearsal, changes?.total ?? 0)}
      actions={
        rehearsal && (
          <>
            <Button compact onClick={onPreview}>
              <IconEye size={14} aria-hidden />
              {mergeTexts.preview}
            </Button>
            <Update names={names} />
          </>
        )
      }
    >
      {children}
    </Page>
  );
}

function leadOf(branch: Branch, { conflictCount, revision }: Rehearsal, differing: number): string {
  const { author_name: author, base_revision: base } = branch;
  const [now, places] = [revision, conflictCount];
  return mergeTexts.lead({ author, base, now, differ: differing, places });
}

function Left({ count, of: { conflictCount } }: { count: number; of: Rehearsal }) {
  if (count > 0) return <Badge status={{ tone: 'bad', word: mergeTexts.left(count), icon: 'x' }} />;
  const word = conflictCount === 0 ? mergeTexts.noConflicts : mergeTexts.allDecided;
  return <Badge status={{ tone: 'ok', word, icon: 'check' }} />;
}

type Names = { namespace: string; branch: string };

function Update({ names }: { names: Names }) {
  const rebase = useRebase(names);
  const refused = useRefusal('RESOURCES_EDIT', `semantics/${names.namespace}`, true);
  return (
    <WhyNot refused={refused} compact disabled={rebase.isPending} onClick={() => rebase.mutate()}>
      <IconRefresh size={14} aria-hidden />
      {mergeTexts.update}
    </WhyNot>
  );
}

/** A branch that is merged, or has nothing to merge. */
function Nothing({ error, names }: { error: Error | null; names: Names }) {
  return (
    <div className="card">
      <EmptyState
        sort="nothing-yet"
        title={mergeTexts.nothing}
        action={
          <Link className="button" to="/semantics/$namespace/branches/$branch" params={names}>
            {mergeTexts.toBranch}
          </Link>
        }
      >
        {isStatus(error, 409, 422) ? error.detail : ''}
      </EmptyState>
    </div>
  );
}

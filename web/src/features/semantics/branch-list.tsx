import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { semanticTexts } from '../../texts/semantics/semantics.ts';
import { branchesQuery } from './queries.ts';
import type { Branch } from './queries.ts';

const order = ['conflicted', 'open', 'merged'];

/** The branches of an ontology: conflicts first, merged ones last. */
export function BranchList({ namespace }: { namespace: string }) {
  const query = useQuery(branchesQuery(namespace));
  return (
    <Loaded query={query}>
      {(branches) => {
        if (branches.length === 0) {
          return (
            <div className="card">
              <EmptyState sort="nothing-yet" title={semanticTexts.noBranches}>
                {semanticTexts.noBranchesHint}
              </EmptyState>
            </div>
          );
        }
        const sorted = branches.toSorted(
          (one, other) =>
            order.indexOf(one.status) - order.indexOf(other.status) ||
            other.updated_at.localeCompare(one.updated_at),
        );
        return <BranchTable branches={sorted} />;
      }}
    </Loaded>
  );
}

function BranchTable({ branches }: { branches: readonly Branch[] }) {
  return (
    <div className="card sideways" role="region" aria-label={semanticTexts.branches} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{semanticTexts.branch}</th>
            <th>{semanticTexts.state}</th>
            <th className="wide-only">{semanticTexts.author}</th>
            <th className="wide-only">{semanticTexts.changed}</th>
          </tr>
        </thead>
        <tbody>
          {branches.map((branch) => (
            <tr key={branch.name}>
              <td>
                <Link
                  className="link medium"
                  to="/semantics/$namespace/branches/$branch"
                  params={{ namespace: branch.namespace, branch: branch.name }}
                >
                  {branch.title ?? branch.name}
                </Link>
                {branch.title !== null && (
                  <span className="block mono tiny faint">{branch.name}</span>
                )}
              </td>
              <td>
                <BranchState branch={branch} />
              </td>
              <td className="wide-only">{branch.author_name}</td>
              <td className="wide-only faint nowrap">
                <RelativeTime at={branch.updated_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The state of a branch; one in conflict says in how many places. */
export function BranchState({ branch }: { branch: Branch }) {
  const { status, conflict_count: count, behind_target: isBehind } = branch;
  return (
    <span className="row tight wrap">
      <StatusBadge of="branch" value={status}>
        {status === 'conflicted' ? semanticTexts.conflictCount(count) : undefined}
      </StatusBadge>
      {status === 'open' && isBehind && (
        <span className="chip" title={semanticTexts.behindHint}>
          {semanticTexts.behind}
        </span>
      )}
    </span>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { branchTexts } from '../../../texts/contracts/branches.ts';
import { ContractBranchState } from './branch-state.tsx';
import { NewContractBranch } from './new-branch.tsx';
import { branchesQuery } from './queries.ts';
import type { Branch } from './queries.ts';

/** The open branches of a contract. */
export function BranchesTab({ id }: { id: string }) {
  const query = useQuery(branchesQuery(id));
  const [isNaming, setNaming] = useState(false);
  return (
    <div className="stack">
      <div className="row">
        <Button className="push" onClick={() => setNaming(true)}>
          {branchTexts.newBranch}
        </Button>
      </div>
      <Loaded query={query}>
        {(branches) =>
          branches.length === 0 ? (
            <div className="card">
              <EmptyState sort="nothing-yet" title={branchTexts.none}>
                {branchTexts.noneHint}
              </EmptyState>
            </div>
          ) : (
            <BranchTable branches={branches} />
          )
        }
      </Loaded>
      {isNaming && <NewContractBranch id={id} onClose={() => setNaming(false)} />}
    </div>
  );
}

function BranchTable({ branches }: { branches: readonly Branch[] }) {
  return (
    <div className="card sideways" role="region" aria-label={branchTexts.branches} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{branchTexts.branch}</th>
            <th>{branchTexts.version}</th>
            <th>{branchTexts.changes}</th>
            <th className="wide-only">{branchTexts.author}</th>
            <th className="wide-only">{branchTexts.changed}</th>
          </tr>
        </thead>
        <tbody>
          {branches.map((branch) => (
            <BranchRow key={branch.name} branch={branch} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function BranchRow({ branch }: { branch: Branch }) {
  const {
    name,
    data_contract_id: id,
    version,
    target_version: target,
    version_state: state,
  } = branch;
  return (
    <tr>
      <td>
        <Link
          className="link medium"
          to="/datacontracts/$id/branches/$branch"
          params={{ id, branch: name }}
        >
          {name}
        </Link>
      </td>
      <td className="mono nowrap">{state === 'bumped' ? `${target} → ${version}` : version}</td>
      <td>
        <span className="row tight wrap">
          {branch.change_count} <ContractBranchState branch={branch} />
        </span>
      </td>
      <td className="wide-only">{branch.author_name}</td>
      <td className="wide-only faint nowrap">
        <RelativeTime at={branch.updated_at} />
      </td>
    </tr>
  );
}

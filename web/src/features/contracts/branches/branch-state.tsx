import { branchTexts } from '../../../texts/contracts/branches.ts';
import { StatusBadge } from '../../../components/data/status-badge.tsx';
import type { Branch } from './queries.ts';

/** The state of a branch: conflicts first, then whether its version announces what it changes. */
export function ContractBranchState({ branch }: { branch: Branch }) {
  const { conflict_count: conflicts, version_state: state, behind_target: isBehind } = branch;
  return (
    <span className="row tight wrap">
      {conflicts > 0 ? (
        <StatusBadge of="branch" value="conflicted">
          {branchTexts.conflicted(conflicts)}
        </StatusBadge>
      ) : (
        <span className="chip">{branchTexts.states[state]}</span>
      )}
      {isBehind && (
        <span className="chip" title={branchTexts.behindHint}>
          {branchTexts.behind}
        </span>
      )}
    </span>
  );
}

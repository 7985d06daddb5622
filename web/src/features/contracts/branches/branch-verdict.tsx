import { useQuery } from '@tanstack/react-query';
import { StatusBadge } from '../../../components/data/status-badge.tsx';
import { TextDiff } from '../../../components/documents/text-diff.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { branchTexts } from '../../../texts/contracts/branches.ts';
import { yamlQuery } from '../queries.ts';
import { branchChangesQuery, branchTextQuery } from './queries.ts';
import type { Branch, BranchChange } from './queries.ts';

/** What a merge of a branch changes: by element, and as text. */
export function BranchVerdict({ branch }: { branch: Branch }) {
  const names = { id: branch.data_contract_id, branch: branch.name };
  const changes = useQuery(branchChangesQuery(names));
  const { suggested_step: step, suggested_version: version } = branch;
  return (
    <section className="stack-16" aria-label={branchTexts.verdict}>
      <h2>{branchTexts.verdict}</h2>
      {step !== null && version !== null && (
        <p className="small soft">{branchTexts.suggests(step, version)}</p>
      )}
      <Loaded query={changes}>
        {(list) =>
          list.length === 0 ? (
            <div className="card">
              <EmptyState sort="nothing-yet" title={branchTexts.noChanges}>
                {branchTexts.noChangesHint}
              </EmptyState>
            </div>
          ) : (
            <ChangeTable changes={list} />
          )
        }
      </Loaded>
      <BranchText names={names} />
    </section>
  );
}

function ChangeTable({ changes }: { changes: readonly BranchChange[] }) {
  return (
    <div className="card sideways" role="region" aria-label={branchTexts.verdict} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{branchTexts.element}</th>
            <th>{branchTexts.changed}</th>
            <th className="wide-only">{branchTexts.members}</th>
            <th>{branchTexts.impact}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ key, op, fields, impact }) => (
            <tr key={key}>
              <td className="mono">{key}</td>
              <td>{branchTexts.ops[op]}</td>
              <td className="wide-only mono small">{fields.join(', ')}</td>
              <td>
                <StatusBadge of="change" value={branchTexts.impacts[impact]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function BranchText({ names }: { names: { id: string; branch: string } }) {
  const before = useQuery(yamlQuery(names.id));
  const after = useQuery(branchTextQuery(names));
  return (
    <>
      <h3>{branchTexts.text}</h3>
      <Loaded query={after}>
        {(text) =>
          before.data !== undefined && (
            <TextDiff before={before.data} after={text} label={branchTexts.textLabel} />
          )
        }
      </Loaded>
    </>
  );
}

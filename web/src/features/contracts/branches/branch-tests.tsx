import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { StatusBadge } from '../../../components/data/status-badge.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { branchTexts } from '../../../texts/contracts/branches.ts';
import { modelQuery } from '../queries.ts';
import { useTestBranch } from './changes.ts';
import { branchResultsQuery } from './queries.ts';
import type { Branch } from './queries.ts';

/** The newest test results of a branch, and a test of its text. */
export function BranchTests({ branch }: { branch: Branch }) {
  const names = { id: branch.data_contract_id, branch: branch.name };
  const results = useQuery(branchResultsQuery(names));
  return (
    <section className="stack-16" aria-label={branchTexts.tests}>
      <div className="row wrap">
        <h2>{branchTexts.tests}</h2>
        {branch.may_merge && <RunTest names={names} />}
      </div>
      <Loaded query={results}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="small soft">{branchTexts.notTested}</p>
          ) : (
            <ul className="stack">
              {rows.map((row) => (
                <li key={row.id} className="row wrap small">
                  <StatusBadge of="test" value={row.result} />
                  <span className="mono">{row.server}</span>
                  <span>{branchTexts.checks(row.failedChecks, row.checkCount)}</span>
                  <span className="faint push">
                    <RelativeTime at={row.timestampEnd} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

/** Servers are those of the contract: a branch seldom adds one. */
function RunTest({ names }: { names: { id: string; branch: string } }) {
  const servers = useQuery(modelQuery(names.id)).data?.servers ?? [];
  const [chosen, setChosen] = useState<string>();
  const test = useTestBranch(names);
  const server = chosen ?? servers[0]?.server;
  if (server === undefined) return null;
  return (
    <span className="row push">
      {servers.length > 1 && (
        <select
          className="input"
          aria-label={branchTexts.onServer}
          value={server}
          onChange={({ target }) => setChosen(target.value)}
        >
          {servers.map((each) => (
            <option key={each.server}>{each.server}</option>
          ))}
        </select>
      )}
      <Button disabled={test.isPending} onClick={() => test.mutate(server)}>
        {branchTexts.test}
      </Button>
      {test.error !== null && <ProblemNote error={test.error} />}
    </span>
  );
}

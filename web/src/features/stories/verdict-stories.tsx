import { useState } from 'react';
import { Problem } from '../../api/problem.ts';
import type { Verdict } from '../release/queries.ts';
import { teamsToTell } from '../release/use-verdict.ts';
import { VerdictPanel } from '../release/verdict-panel.tsx';

const major: Verdict = {
  impact: 'major',
  fromVersion: '1.4.0',
  toVersion: '1.4.0',
  changes: [
    {
      path: 'schema[customers].properties[loyalty_level].logicalTypeOptions.pattern',
      kind: 'tightened',
      from: '^(seedling|bloom|evergreen)$',
      to: '^(bloom|evergreen)$',
      impact: 'major',
      rule: 'pattern-changed',
    },
    {
      path: 'schema[customers].properties[fax]',
      kind: 'removed',
      impact: 'major',
      rule: 'property-removed',
    },
  ],
  omitted: 0,
  hits: {
    outputPorts: [{ dataProductId: 'shop-data', outputPortId: 'shop-database' }],
    accesses: ['one', 'two'],
  },
  consumers: ['Commerce', 'Logistics'].map((teamName) => ({
    teamId: teamName.toLowerCase(),
    teamName,
    userId: null,
    userName: null,
    accesses: [{ id: teamName, dataProductId: 'shop-data', outputPortId: 'shop-database' }],
  })),
  mode: 'enforce',
  versionRaised: false,
  requiredVersion: '2.0.0',
};

const unreadable = new Problem({
  status: 400,
  code: 'malformed_body',
  title: 'Bad Request',
  detail: 'The body is not YAML: line 12, column 3.',
  requestId: '0b9d-4713',
  retryAfter: undefined,
  violations: [],
});

/** A verdict in its states: whom it hits, of an earlier text, and of a text that cannot be read. */
export function VerdictStory() {
  const [told, setTold] = useState<ReadonlySet<string>>(new Set());
  const [version, setVersion] = useState(major.toVersion);
  const verdict = { ...major, toVersion: version, versionRaised: version !== major.toVersion };
  const left = teamsToTell(verdict).filter(({ teamId }) => !told.has(teamId)).length;
  const states = [
    { judged: { verdict, isCurrent: true, error: null }, told, onTold: setTold },
    { judged: { verdict: major, isCurrent: false, error: null } },
    { judged: { verdict: major, isCurrent: true, error: unreadable } },
    { judged: { verdict: undefined, isCurrent: false, error: null } },
  ];
  return (
    <div className="stack">
      {states.map((state, index) => (
        <VerdictPanel key={index} {...state} onRaise={setVersion} />
      ))}
      <p className="tiny faint">{left} teams are left.</p>
    </div>
  );
}

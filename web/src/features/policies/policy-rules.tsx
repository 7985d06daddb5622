import { useQuery } from '@tanstack/react-query';
import { namesQuery } from '../../api/names.ts';
import { Badge } from '../../components/data/status-badge.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import { policyTexts } from '../../texts/studio/policies.ts';
import { FindingsTable } from './findings-table.tsx';
import { findingsQuery } from './queries.ts';
import { rulesOf } from './rules.ts';
import type { Rule } from './rules.ts';
import { severityOf } from './severity.ts';
import { Trying } from './trying.tsx';

type PolicyRulesProps = { id: string; document: Record<string, unknown> };

/** The rules of a policy, what does not keep them, and a try before they are switched on. */
export function PolicyRules({ id, document }: PolicyRulesProps) {
  const rules = rulesOf(document);
  if (rules.length === 0) return null;
  const isInForce = document['status'] === 'Accepted';
  return (
    <>
      <section>
        <h2 className="part-title">{policyTexts.rules}</h2>
        <p className="small soft rules-force">
          {forceOf(isInForce, document['enforced'] === true)}
        </p>
        <RuleTable rules={rules} />
      </section>
      <Trying id={id} />
      {isInForce && <Found id={id} />}
    </>
  );
}

function forceOf(isInForce: boolean, isEnforced: boolean): string {
  if (!isInForce) return policyTexts.inForce.off;
  return isEnforced ? policyTexts.inForce.enforced : policyTexts.inForce.watched;
}

function RuleTable({ rules }: { rules: readonly Rule[] }) {
  const teams = [...new Set(rules.flatMap((rule) => rule.teams))];
  const names = useQuery(namesQuery(teams.map((team) => `team:${team}`))).data;
  return (
    <div className="card sideways" role="region" aria-label={policyTexts.rules} tabIndex={0}>
      <table className="rules-table">
        <thead>
          <tr>
            <th scope="col">{policyTexts.rule}</th>
            <th scope="col">{policyTexts.severity}</th>
            <th scope="col" className="wide-only">
              {policyTexts.about}
            </th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <tr key={rule.id}>
              <td>
                <span className="medium">{rule.message}</span>
                <code className="rule-condition">{rule.expression}</code>
              </td>
              <td>
                <Badge status={severityOf(rule.severity)} />
              </td>
              <td className="wide-only small">
                {aboutOf(rule, (team) => names?.get(`team:${team}`) ?? team)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Which documents a rule is about, in words. */
function aboutOf({ kind, teams, tags }: Rule, nameOf: (team: string) => string): string {
  return [
    policyTexts.kinds[kind] ?? policyTexts.allDocuments,
    ...(teams.length > 0 ? [policyTexts.ofTeams(teams.map(nameOf).join(', '))] : []),
    ...(tags.length > 0 ? [policyTexts.withTags(tags.join(', '))] : []),
  ].join(' ');
}

/** What does not keep the rules now. */
function Found({ id }: { id: string }) {
  const findings = useQuery(findingsQuery('policies', id));
  return (
    <section>
      <h2 className="part-title">{policyTexts.found}</h2>
      <Loaded query={findings} skeleton={<SkeletonLines lines={4} />}>
        {({ documents, documentCount, isCurrent }) => (
          <>
            {!isCurrent && <p className="small soft">{policyTexts.stale}</p>}
            {documentCount === 0 ? (
              <div className="card">
                <EmptyState sort="nothing-yet" title={policyTexts.nothingFound}>
                  {policyTexts.nothingFoundDetail}
                </EmptyState>
              </div>
            ) : (
              <FindingsTable
                title={policyTexts.found}
                documents={documents}
                total={documentCount}
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { namesQuery } from '../../api/names.ts';
import { DocLink } from '../../components/data/links.tsx';
import { Badge } from '../../components/data/status-badge.tsx';
import { policyTexts } from '../../texts/studio/policies.ts';
import './policies.css';
import { ownFindingsQuery } from './queries.ts';
import type { Finding } from './queries.ts';
import { severityOf } from './severity.ts';

type FindingsNoteProps = {
  collection: 'datacontracts' | 'dataproducts';
  id: string;
};

/** The rules of policies that the document does not keep; nothing if it keeps all. */
export function FindingsNote({ collection, id }: FindingsNoteProps) {
  const { data } = useQuery(ownFindingsQuery(collection, id));
  if (data === undefined || data.findings.length === 0) return null;
  const { findings, isCurrent } = data;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return (
    <details className="card findings-note">
      <summary className="row wrap">
        <Badge
          status={{
            ...severityOf(errors > 0 ? 'error' : 'warning'),
            word: policyTexts.broken(errors, findings.length - errors),
          }}
        />
        <span className="small soft ellipsis">{findings[0]?.message}</span>
        <IconChevronDown className="turn push faint" size={16} stroke={1.75} aria-hidden />
      </summary>
      <FindingLines findings={findings} />
      <p>
        <Link className="link small" to={`/${collection}/$id/edit`} params={{ id }}>
          {policyTexts.toEditor}
        </Link>
      </p>
      {!isCurrent && <p className="tiny faint">{policyTexts.stale}</p>}
    </details>
  );
}

function FindingLines({ findings }: { findings: readonly Finding[] }) {
  const policies = [...new Set(findings.map(({ policyId }) => policyId))];
  const names = useQuery(namesQuery(policies.map((id) => `policy:${id}`))).data;
  return (
    <ul className="small">
      {findings.map((finding) => (
        <li key={`${finding.policyId} ${finding.ruleId}`} className="row wrap">
          <Badge bare status={severityOf(finding.severity)} />
          <span>
            {finding.message}
            {finding.problem !== null && (
              <span className="faint">
                {' '}
                {policyTexts.problem}
                {finding.problem}
              </span>
            )}
          </span>
          <span className="push">
            <DocLink
              collection="policies"
              id={finding.policyId}
              name={names?.get(`policy:${finding.policyId}`)}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}

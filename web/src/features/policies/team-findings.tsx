import { useQuery } from '@tanstack/react-query';
import { policyTexts } from '../../texts/studio/policies.ts';
import { FindingsTable } from './findings-table.tsx';
import { findingsQuery } from './queries.ts';

/** The documents of a team that do not keep rules of policies; nothing if all keep them. */
export function TeamFindings({ teamId }: { teamId: string }) {
  const { data } = useQuery(findingsQuery('teams', teamId));
  if (data === undefined || data.documentCount === 0) return null;
  const title = policyTexts.broken(data.errorCount, data.warningCount);
  return (
    <section>
      <h2 className="part-title">{title}</h2>
      <FindingsTable ofTeam title={title} documents={data.documents} total={data.documentCount} />
    </section>
  );
}

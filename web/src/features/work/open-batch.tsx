import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { workTexts } from '../../texts/operations/work.ts';
import { batchesQuery } from './queries.ts';

/** Leads back to a bulk action that still goes on. */
export function OpenBatch({ isAsked }: { isAsked: boolean }) {
  const batches = useQuery({ ...batchesQuery(5), enabled: isAsked });
  const open = batches.data?.find(({ endedAt }) => endedAt === null);
  if (open === undefined) return null;
  const { id, action, total, counts } = open;
  return (
    <div className="note run">
      <div>
        {workTexts.running(action, total, total - counts.waiting)}{' '}
        <Link className="link" to="/operate/work/batches/$id" params={{ id }}>
          {workTexts.look}
        </Link>
      </div>
    </div>
  );
}

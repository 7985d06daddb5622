import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { batchTexts } from '../../texts/operations/work.ts';
import { BatchBadge, batchFilter, outcomeText } from './batch-facts.tsx';
import type { Batch } from './queries.ts';

/** Bulk actions, each with what became of its work. */
export function BatchTable({ batches }: { batches: readonly Batch[] }) {
  const { what, filter, outcome, state, at } = batchTexts.columns;
  return (
    <div className="card sideways" role="region" aria-label={batchTexts.title} tabIndex={0}>
      <table className="batch-table">
        <thead>
          <tr>
            <th scope="col">{what}</th>
            <th scope="col" className="wide-only">
              {filter}
            </th>
            <th scope="col" className="wide-only">
              {outcome}
            </th>
            <th scope="col">{state}</th>
            <th scope="col" className="wide-only">
              {at}
            </th>
          </tr>
        </thead>
        <tbody>
          {batches.map((batch) => (
            <Line key={batch.id} batch={batch} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Line({ batch }: { batch: Batch }) {
  const { id, action, total, requestedByName, createdAt } = batch;
  return (
    <tr>
      <th scope="row">
        <Link className="hover-link medium row-link" to="/operate/work/batches/$id" params={{ id }}>
          {batchTexts.name(action, total)}
        </Link>
        {requestedByName !== null && (
          <div className="tiny faint">{batchTexts.by(requestedByName)}</div>
        )}
      </th>
      <td className="wide-only small soft">{batchFilter(batch)}</td>
      <td className="wide-only small">{outcomeText(batch)}</td>
      <td>
        <BatchBadge batch={batch} />
      </td>
      <td className="wide-only faint nowrap">
        <RelativeTime at={createdAt} />
      </td>
    </tr>
  );
}

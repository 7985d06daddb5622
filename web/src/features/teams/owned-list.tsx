import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { DocLink } from '../../components/data/links.tsx';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import type { components } from '../../api/schema.d.ts';
import { homeTexts } from '../../texts/home.ts';
import { kindName } from '../../texts/kinds.ts';
import { teamTexts } from '../../texts/teams/teams.ts';

type Hit = components['schemas']['SearchAnswer']['results'][number];
type OwnedListProps = { teamId: string; results: readonly Hit[]; total: number };

/** Products and contracts of a team, with the state of their checks. */
export function OwnedList({ teamId, results, total }: OwnedListProps) {
  if (results.length === 0) {
    return (
      <div className="card">
        <EmptyState sort="nothing-yet" title={teamTexts.ownsNothing}>
          {teamTexts.ownsNothingHint}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <div className="card sideways" role="region" aria-label={teamTexts.owns} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>{teamTexts.name}</th>
              <th className="wide-only">{teamTexts.kind}</th>
              <th className="wide-only">{teamTexts.status}</th>
              <th>{teamTexts.checks}</th>
            </tr>
          </thead>
          <tbody>
            {results.map((hit) => (
              <OwnedLine key={`${hit.resourceType} ${hit.id}`} hit={hit} />
            ))}
          </tbody>
        </table>
      </div>
      {total > results.length && (
        <Link
          className="link small"
          to="/"
          search={{ team: [teamId], kind: ['DATA_PRODUCT', 'DATA_CONTRACT'] }}
        >
          {teamTexts.allOwned(total)}
        </Link>
      )}
    </>
  );
}

function OwnedLine({ hit }: { hit: Hit }) {
  const { quality, resourceType, status } = hit;
  const collection = resourceType === 'DATA_PRODUCT' ? 'dataproducts' : 'datacontracts';
  return (
    <tr>
      <td>
        <DocLink collection={collection} id={hit.id} name={hit.name} />
      </td>
      <td className="wide-only soft">{kindName(resourceType)}</td>
      <td className="wide-only">
        {status === null ? '–' : <StatusBadge of="document" value={status} />}
      </td>
      <td>
        {quality === null ? (
          <span className="faint">{teamTexts.noChecks}</span>
        ) : (
          <StatusBadge of="test" value={quality.result} bare>
            {quality.failedChecks > 0
              ? homeTexts.checksFail(quality.failedChecks, quality.checkCount)
              : undefined}
          </StatusBadge>
        )}
      </td>
    </tr>
  );
}

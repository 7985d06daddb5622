import { Link } from '@tanstack/react-router';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { conceptTexts } from '../../texts/semantics/concepts.ts';
import type { PageNamespace } from './queries.ts';

/** The ontologies with their numbers. */
export function NamespaceList({ namespaces }: { namespaces: readonly PageNamespace[] }) {
  if (namespaces.length === 0) {
    return (
      <div className="card">
        <EmptyState sort="nothing-yet" title={conceptTexts.noNamespaces}>
          {conceptTexts.emptyHint()}
        </EmptyState>
      </div>
    );
  }
  return (
    <ul className="card namespace-list" aria-label={conceptTexts.namespaces}>
      {namespaces.map((namespace) => (
        <NamespaceLine key={namespace.id} namespace={namespace} />
      ))}
    </ul>
  );
}

function NamespaceLine({ namespace }: { namespace: PageNamespace }) {
  const { id, name, description, teamName, concepts, branches, conflicted } = namespace;
  return (
    <li>
      <Link className="namespace-line" to="/semantics/$namespace" params={{ namespace: id }}>
        <span>
          <span className="medium ellipsis">{name}</span>
          <span className="tiny faint ellipsis">
            {[teamName, description].filter(Boolean).join(' · ') || id}
          </span>
        </span>
        {conflicted > 0 && (
          <StatusBadge of="branch" value="conflicted">
            {conceptTexts.conflicted(conflicted)}
          </StatusBadge>
        )}
        <span className="small faint wide-only namespace-count">
          {branches === 0 ? conceptTexts.noBranches : conceptTexts.branchCount(branches)}
        </span>
        <span className="small faint namespace-count">{conceptTexts.counts(concepts)}</span>
      </Link>
    </li>
  );
}

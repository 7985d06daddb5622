import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button } from '../../components/controls/button.tsx';
import { DocLink } from '../../components/data/links.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { plainText } from '../../lib/text/plain-text.ts';
import { conceptTexts, conceptTypeName } from '../../texts/semantics/concepts.ts';
import { conceptsQuery, namespacesQuery } from './queries.ts';
import type { ConceptFilter, ListedConcept } from './queries.ts';

type ConceptListProps = {
  filter: ConceptFilter;
  onClear: () => void;
  /** Shown if the ontology has no concept at all. */
  empty: string;
};

/** Concepts page by page; more come on demand. */
export function ConceptList({ filter, onClear, empty }: ConceptListProps) {
  const query = useInfiniteQuery(conceptsQuery(filter));
  const isFiltered = filter.query !== undefined || filter.type !== undefined;
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const concepts = pages.flatMap((page) => page.concepts);
        if (concepts.length === 0) {
          return (
            <div className="card">
              {isFiltered ? (
                <EmptyState sort="filtered-away" onClear={onClear} />
              ) : (
                <EmptyState sort="nothing-yet" title={empty}>
                  {conceptTexts.emptyHint(filter.namespace)}
                </EmptyState>
              )}
            </div>
          );
        }
        return (
          <>
            <ConceptTable concepts={concepts} withNamespace={filter.namespace === undefined} />
            {query.hasNextPage && (
              <p>
                <Button onClick={() => void query.fetchNextPage()}>{conceptTexts.more}</Button>
              </p>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

type ConceptTableProps = { concepts: readonly ListedConcept[]; withNamespace: boolean };

function ConceptTable({ concepts, withNamespace }: ConceptTableProps) {
  const { data: namespaces = [] } = useQuery({ ...namespacesQuery, enabled: withNamespace });
  const ontologies = new Map(namespaces.map(({ id, name }) => [id, name]));
  return (
    <div className="card sideways" role="region" aria-label={conceptTexts.found} tabIndex={0}>
      <table className="concept-table">
        <thead>
          <tr>
            <th>{conceptTexts.concept}</th>
            <th className="wide-only">{conceptTexts.meaning}</th>
            <th>{conceptTexts.type}</th>
            {withNamespace && <th>{conceptTexts.ontology}</th>}
          </tr>
        </thead>
        <tbody>
          {concepts.map(({ namespace, id, name, description, type, status }) => (
            <tr key={`${namespace}/${id}`}>
              <td>
                <span className="row tight wrap">
                  <DocLink collection="concepts" id={`${namespace}/${id}`} name={name} />
                  {status !== null && <span className="chip">{status}</span>}
                </span>
              </td>
              <td className="wide-only soft meaning">{plainText(description)}</td>
              <td>{conceptTypeName(type)}</td>
              {withNamespace && <td>{ontologies.get(namespace) ?? namespace}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

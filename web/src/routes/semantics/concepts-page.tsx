import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Skeleton } from '../../components/states/skeleton.tsx';
import { ConceptList } from '../../features/concepts/concept-list.tsx';
import { NamespaceList } from '../../features/concepts/namespace-list.tsx';
import { namespacesQuery } from '../../features/concepts/queries.ts';
import { useCopySource } from '../../lib/copy-source.ts';
import { useSettled } from '../../lib/hooks/use-settled.ts';
import { conceptTexts } from '../../texts/semantics/concepts.ts';

const route = getRouteApi('/framed/concepts');
const typingMs = 120;

/** All ontologies, and their concepts by words. */
export function ConceptsPage() {
  const { q } = route.useSearch();
  const navigate = useNavigate();
  const namespaces = useQuery(namespacesQuery);
  const [words, setWords] = useState(q ?? '');
  const settled = useSettled(words, typingMs).trim();
  useCopySource('/api/semantics/concepts');
  useEffect(() => {
    if (settled === (q ?? '')) return;
    void navigate({ to: '/concepts', search: settled === '' ? {} : { q: settled }, replace: true });
  }, [settled, q, navigate]);
  return (
    <Page title={conceptTexts.title} lead={conceptTexts.lead}>
      <div className="stack concepts">
        <input
          type="search"
          className="input"
          aria-label={conceptTexts.search}
          placeholder={conceptTexts.search}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        {q === undefined ? (
          <Loaded query={namespaces} skeleton={<Skeleton height={180} />}>
            {(found) => <NamespaceList namespaces={found} />}
          </Loaded>
        ) : (
          <ConceptList
            filter={{ query: q }}
            onClear={() => setWords('')}
            empty={conceptTexts.noNamespaces}
          />
        )}
      </div>
    </Page>
  );
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { IdChip } from '../../components/documents/id-chip.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Markdown } from '../../components/documents/markdown.tsx';
import { Page } from '../../components/page.tsx';
import { ConceptFacts } from '../../features/concepts/concept-facts.tsx';
import { ConceptUsages } from '../../features/concepts/concept-usages.tsx';
import { conceptPath, conceptQuery } from '../../features/concepts/queries.ts';
import type { OntologyConcept } from '../../features/concepts/queries.ts';
import { Relationships } from '../../features/concepts/relationships.tsx';
import { FollowButton } from '../../features/follows/follow-button.tsx';
import { useOntologyName } from '../../features/semantics/names.ts';
import { EditOnBranch } from '../../features/semantics/edit-on-branch.tsx';
import { useCopySource } from '../../lib/copy-source.ts';
import { conceptTexts, conceptTypeName } from '../../texts/semantics/concepts.ts';

const route = getRouteApi('/framed/semantics/$namespace/$');

/** A concept of an ontology: what it means, what surrounds it, and the data that uses it. */
export function ConceptPage() {
  const { namespace, _splat: id = '' } = route.useParams();
  const concept = useQuery(conceptQuery(namespace, id));
  useCopySource(conceptPath(namespace, id));
  const name = concept.data?.name;
  const ontology = useOntologyName(namespace);
  return (
    <Page
      key={`${namespace}/${id}`}
      title={name ?? id}
      above={[
        { name: conceptTexts.title, href: '/concepts' },
        { name: ontology, href: `/semantics/${encodeURIComponent(namespace)}` },
      ]}
      beside={
        <>
          {concept.data !== undefined && (
            <span className="chip">{conceptTypeName(concept.data.type)}</span>
          )}
          <IdChip id={id} />
        </>
      }
      actions={
        name !== undefined && (
          <>
            <EditOnBranch namespace={namespace} id={id} />
            <FollowButton kind="concepts" id={`${namespace}/${id}`} name={name} />
          </>
        )
      }
    >
      <Loaded query={concept}>
        {(data) => (
          <>
            <Description value={data.fields['description']} />
            <Parts namespace={namespace} id={id} concept={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

type PartsProps = { namespace: string; id: string; concept: OntologyConcept };

function Parts({ namespace, id, concept }: PartsProps) {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/semantics/$namespace/$' });
  const show = (change: typeof search) =>
    void navigate({ search: { ...search, ...change }, replace: true, resetScroll: false });
  return (
    <div className="with-aside team-parts">
      <div className="stack loose">
        <ConceptUsages
          namespace={namespace}
          id={id}
          view={search.used ?? 'products'}
          onView={(used) => show({ used })}
        />
        <Relationships
          namespace={namespace}
          id={id}
          view={search.around ?? (matchMedia('(max-width: 760px)').matches ? 'table' : 'graph')}
          onView={(around) => show({ around })}
        />
      </div>
      <ConceptFacts concept={concept} />
    </div>
  );
}

function Description({ value }: { value: unknown }) {
  if (typeof value !== 'string' || value === '') return null;
  return (
    <div className="prose soft">
      <Markdown text={value} />
    </div>
  );
}

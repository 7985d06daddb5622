import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IdChip } from '../components/documents/id-chip.tsx';
import { Loaded } from '../components/states/loaded.tsx';
import { Markdown } from '../components/documents/markdown.tsx';
import { Page } from '../components/page.tsx';
import { ConceptFacts } from '../features/concepts/concept-facts.tsx';
import { ConceptUsages } from '../features/concepts/concept-usages.tsx';
import { conceptPath, conceptQuery, conceptUsagesQuery } from '../features/concepts/queries.ts';
import { FollowButton } from '../features/follows/follow-button.tsx';
import { useCopySource } from '../lib/copy-source.ts';
import { conceptTexts } from '../texts/concepts.ts';
import { kindName } from '../texts/kinds.ts';
import { pageNames } from '../texts/shell.ts';

const route = getRouteApi('/framed/semantics/$namespace/$');

/** A concept of an ontology: what it means, and the contracts and products that use it. */
export function ConceptPage() {
  const { namespace, _splat: id = '' } = route.useParams();
  const concept = useQuery(conceptQuery(namespace, id));
  const usages = useQuery(conceptUsagesQuery(namespace, id));
  useCopySource(conceptPath(namespace, id));
  const name = concept.data?.name;
  return (
    <Page
      key={`${namespace}/${id}`}
      title={name ?? id}
      above={[{ name: pageNames.home, href: '/' }]}
      beside={
        <>
          <span className="chip">{kindName('SEMANTIC_CONCEPT')}</span>
          <IdChip id={id} />
        </>
      }
      actions={
        name !== undefined && <FollowButton kind="concepts" id={`${namespace}/${id}`} name={name} />
      }
    >
      <Loaded query={concept}>
        {({ description, kind, iri, status }) => (
          <>
            {description !== undefined && (
              <div className="prose soft">
                <Markdown text={description} />
              </div>
            )}
            <div className="with-aside team-parts">
              <section>
                <h2 className="part-title">{conceptTexts.usedBy}</h2>
                <Loaded query={usages}>{(answer) => <ConceptUsages answer={answer} />}</Loaded>
              </section>
              <ConceptFacts
                namespace={namespace}
                concept={{
                  kind,
                  ...(iri !== undefined && { iri }),
                  ...(status !== undefined && { status }),
                }}
              />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

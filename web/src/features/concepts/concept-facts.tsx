import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { namesQuery } from '../../api/names.ts';
import { TeamLink } from '../../components/data/links.tsx';
import { conceptKindName, conceptTexts } from '../../texts/concepts.ts';
import { namespaceQuery } from './queries.ts';

type ConceptFactsProps = {
  namespace: string;
  concept: { kind: string; iri?: string; status?: string };
};

/** The ontology of a concept, its team, and the concept's IRI. */
export function ConceptFacts({ namespace, concept }: ConceptFactsProps) {
  const { data } = useQuery(namespaceQuery(namespace));
  const team = data?.team ?? undefined;
  const names = useQuery(namesQuery(team === undefined ? [] : [`team:${team}`])).data;
  return (
    <aside>
      <dl className="card details inside-card">
        <Fact name={conceptTexts.ontology}>{data?.name ?? namespace}</Fact>
        {team !== undefined && (
          <Fact name={conceptTexts.owner}>
            <TeamLink id={team} name={names?.get(`team:${team}`)} />
          </Fact>
        )}
        <Fact name={conceptTexts.kind}>{conceptKindName(concept.kind)}</Fact>
        {concept.status !== undefined && <Fact name={conceptTexts.status}>{concept.status}</Fact>}
        {concept.iri !== undefined && (
          <Fact name={conceptTexts.iri}>
            <code>{concept.iri}</code>
          </Fact>
        )}
      </dl>
    </aside>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

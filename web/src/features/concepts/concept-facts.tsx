import { Fact } from '../../components/data/fact.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { namesQuery } from '../../api/names.ts';
import { TeamLink } from '../../components/data/links.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { conceptTexts, conceptTypeName } from '../../texts/semantics/concepts.ts';
import { namespaceQuery } from './queries.ts';
import type { OntologyConcept } from './queries.ts';

/** Members that the page shows elsewhere. */
const shownElsewhere = new Set(['concept', 'id', 'type', 'description', 'iri', 'status']);

/** The ontology of a concept, its team, who changed it last, and its further members. */
export function ConceptFacts({ concept }: { concept: OntologyConcept }) {
  const { namespace, type, iri, fields, revision, changedAt, principalName } = concept;
  const { data } = useQuery(namespaceQuery(namespace));
  const team = data?.team ?? undefined;
  const names = useQuery(namesQuery(team === undefined ? [] : [`team:${team}`])).data;
  const status = fields['status'];
  return (
    <aside>
      <dl className="card details inside-card">
        <Fact name={conceptTexts.ontology}>
          <Link className="link" to="/semantics/$namespace" params={{ namespace }}>
            {data?.name ?? namespace}
          </Link>
        </Fact>
        {team !== undefined && (
          <Fact name={conceptTexts.owner}>
            <TeamLink id={team} name={names?.get(`team:${team}`)} />
          </Fact>
        )}
        <Fact name={conceptTexts.kind}>{conceptTypeName(type)}</Fact>
        {typeof status === 'string' && <Fact name={conceptTexts.status}>{status}</Fact>}
        {iri !== null && (
          <Fact name={conceptTexts.iri}>
            <code>{iri}</code>
          </Fact>
        )}
        <Fact name={conceptTexts.changed}>
          <RelativeTime at={changedAt} />
          <span className="tiny faint block">
            {conceptTexts.changedBy(principalName, revision)}
          </span>
        </Fact>
        {furtherFacts(fields).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </aside>
  );
}

/** Other members, and those of `custom_properties`, as texts. */
function furtherFacts(fields: Record<string, unknown>): [name: string, value: string][] {
  const { custom_properties: custom, ...own } = fields;
  const all = { ...own, ...(typeof custom === 'object' && custom !== null ? custom : {}) };
  return Object.entries(all).flatMap(([name, value]) => {
    const text = shownElsewhere.has(name) ? '' : textOf(value);
    return text === '' ? [] : [[wordsOf(name), text]];
  });
}

const wordsOf = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ');
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

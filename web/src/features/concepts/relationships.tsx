import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Segments } from '../../components/controls/segments.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Skeleton } from '../../components/states/skeleton.tsx';
import { conceptTexts } from '../../texts/semantics/concepts.ts';
import { neighboursQuery } from './queries.ts';
import type { Neighbours } from './queries.ts';
import { RelationshipGraph } from './relationship-graph.tsx';
import { RelationshipTable } from './relationship-table.tsx';

export type RelationshipView = 'graph' | 'table';

type RelationshipsProps = {
  namespace: string;
  id: string;
  view: RelationshipView;
  onView: (view: RelationshipView) => void;
};

const [fewConcepts, manyConcepts] = [24, 300];

/** The concepts around a concept, one step away; more on demand, as graph and as table. */
export function Relationships({ namespace, id, view, onView }: RelationshipsProps) {
  const [expanded, setExpanded] = useState<readonly string[]>([]);
  const [limit, setLimit] = useState(fewConcepts);
  const queries = useQueries({
    queries: [id, ...expanded].map((each) =>
      neighboursQuery(namespace, each, each === id ? limit : fewConcepts),
    ),
  });
  const [first] = queries;
  const answers = queries.flatMap(({ data }) => data ?? []);
  if (first === undefined) return null;
  return (
    <section>
      <div className="row wrap part-line">
        <h2 className="part-title">{conceptTexts.relationships}</h2>
        <span className="push">
          <Segments
            label={conceptTexts.view}
            value={view}
            options={[
              { value: 'graph', name: conceptTexts.graph },
              { value: 'table', name: conceptTexts.table },
            ]}
            onChange={onView}
          />
        </span>
      </div>
      <Loaded query={first} skeleton={<Skeleton height={180} />}>
        {({ truncated }) => (
          <>
            <Found
              answers={answers}
              asTable={view === 'table'}
              onExpand={(other) => setExpanded([...expanded, other])}
              expanded={expanded}
            />
            {truncated && <Truncated limit={limit} onMore={() => setLimit(manyConcepts)} />}
          </>
        )}
      </Loaded>
    </section>
  );
}

function Truncated({ limit, onMore }: { limit: number; onMore: () => void }) {
  return (
    <p className="row small faint more-line">
      {conceptTexts.truncated}
      {limit < manyConcepts && (
        <Button compact onClick={onMore}>
          {conceptTexts.showMore}
        </Button>
      )}
    </p>
  );
}

type FoundProps = {
  answers: readonly Neighbours[];
  asTable: boolean;
  expanded: readonly string[];
  onExpand: (id: string) => void;
};

function Found({ answers, asTable, expanded, onExpand }: FoundProps) {
  const graph = useMemo(() => joined(answers), [answers]);
  if (graph.edges.length === 0) {
    return (
      <div className="card">
        <EmptyState sort="nothing-yet" title={conceptTexts.alone}>
          {conceptTexts.aloneHint}
        </EmptyState>
      </div>
    );
  }
  if (asTable) return <RelationshipTable graph={graph} />;
  return <RelationshipGraph graph={graph} expanded={expanded} onExpand={onExpand} />;
}

/** Several neighborhoods as one graph; the first node is the concept of the page. */
function joined(answers: readonly Neighbours[]): Neighbours {
  const nodes = new Map<string, Neighbours['nodes'][number]>();
  const edges = new Map<string, Neighbours['edges'][number]>();
  for (const answer of answers) {
    for (const node of answer.nodes) if (!nodes.has(node.key)) nodes.set(node.key, node);
    for (const edge of answer.edges) edges.set(edge.key, edge);
  }
  const [truncated] = answers.map((answer) => answer.truncated);
  return {
    nodes: [...nodes.values()],
    edges: [...edges.values()],
    truncated: truncated ?? false,
  };
}

import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Segments } from '../../../components/controls/segments.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { Skeleton } from '../../../components/states/skeleton.tsx';
import { pipelineTexts } from '../../../texts/lineage.ts';
import { joinedGraph } from './joined-graph.ts';
import { PipelineDrawing } from './pipeline-drawing.tsx';
import { PipelineTable } from './pipeline-table.tsx';
import { pipelineGraphQuery } from './pipeline-queries.ts';
import type { PipelineGraph } from './pipeline-queries.ts';

type PipelineLineageProps = { node: string; emptyHint: string };

/** What pipelines report around an asset or a product: one data flow away, more on demand, as graph and as table. */
export function PipelineLineage({ node, emptyHint }: PipelineLineageProps) {
  const [expanded, setExpanded] = useState<readonly string[]>([]);
  const [view, setView] = useState<'graph' | 'table'>('graph');
  const queries = useQueries({ queries: [node, ...expanded].map(pipelineGraphQuery) });
  const [first] = queries;
  const graphs = queries.flatMap(({ data }) => data ?? []);
  if (first === undefined) return null;
  return (
    <section>
      <div className="row wrap part-line">
        <h2 className="part-title">{pipelineTexts.title}</h2>
        <span className="push">
          <Segments
            label={pipelineTexts.view}
            value={view}
            options={[
              { value: 'graph', name: pipelineTexts.graph },
              { value: 'table', name: pipelineTexts.table },
            ]}
            onChange={setView}
          />
        </span>
      </div>
      <Loaded query={first} skeleton={<Skeleton height={180} />}>
        {() => (
          <Found
            graphs={graphs}
            asTable={view === 'table'}
            expanded={expanded}
            onExpand={(id) => setExpanded([...expanded, id])}
            emptyHint={emptyHint}
          />
        )}
      </Loaded>
    </section>
  );
}

type FoundProps = {
  graphs: readonly PipelineGraph[];
  asTable: boolean;
  expanded: readonly string[];
  onExpand: (id: string) => void;
  emptyHint: string;
};

function Found({ graphs, asTable, expanded, onExpand, emptyHint }: FoundProps) {
  const graph = useMemo(() => joinedGraph(graphs), [graphs]);
  if (graph.nodes.length === 0) {
    return (
      <div className="card">
        <EmptyState sort="nothing-yet" title={pipelineTexts.none}>
          {emptyHint}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      {asTable ? (
        <PipelineTable graph={graph} />
      ) : (
        <PipelineDrawing graph={graph} expanded={expanded} onExpand={onExpand} />
      )}
      {graph.truncated && <p className="small faint">{pipelineTexts.truncated}</p>}
    </>
  );
}

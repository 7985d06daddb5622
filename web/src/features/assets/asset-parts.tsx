import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Segments } from '../../components/controls/segments.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { assetTexts } from '../../texts/assets.ts';
import { pipelineTexts } from '../../texts/lineage.ts';
import { PipelineLineage } from '../products/lineage/pipeline-lineage.tsx';
import { LineageView } from '../products/lineage/lineage-tab.tsx';
import { AssetTags } from './asset-tags.tsx';
import { Assignments } from './assignments.tsx';
import { ColumnTable } from './column-table.tsx';
import { DriftTable } from './drift-table.tsx';
import { assetLineageQuery } from './queries.ts';
import type { AssetDocument } from './queries.ts';
import './assets.css';

/** What is known of an asset besides its text. */
export function AssetParts({ id, document }: { id: string; document: AssetDocument }) {
  const { columns, assignments = [], assignedTags = [] } = document;
  return (
    <>
      <Assignments id={id} assignments={assignments} />
      <AssetTags id={id} tags={assignedTags} />
      <ColumnTable columns={columns ?? []} />
      <DriftTable id={id} />
      <AssetLineage id={id} />
      <PipelineLineage node={`asset:${id}`} emptyHint={pipelineTexts.noneOfAsset} />
    </>
  );
}

function AssetLineage({ id }: { id: string }) {
  const lineage = useQuery(assetLineageQuery(id));
  const [view, setView] = useState<'graph' | 'table'>('graph');
  return (
    <section>
      <div className="row wrap part-line">
        <h2 className="part-title">{assetTexts.lineage}</h2>
        <span className="push">
          <Segments
            label={assetTexts.view}
            value={view}
            options={[
              { value: 'graph', name: assetTexts.graph },
              { value: 'table', name: assetTexts.table },
            ]}
            onChange={setView}
          />
        </span>
      </div>
      <Loaded query={lineage}>
        {({ nodes = [], edges = [], truncated = false }) => (
          <LineageView
            lineage={{ nodes, edges, truncated }}
            asTable={view === 'table'}
            aloneHint={assetTexts.aloneHint}
          />
        )}
      </Loaded>
    </section>
  );
}

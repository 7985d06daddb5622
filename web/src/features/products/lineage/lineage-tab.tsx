import { useQuery } from '@tanstack/react-query';
import { DocLink } from '../../../components/data/links.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { Segments } from '../../../components/controls/segments.tsx';
import { Skeleton } from '../../../components/states/skeleton.tsx';
import { lineageTexts } from '../../../texts/products.ts';
import { LineageGraph } from './lineage-graph.tsx';
import { keyOf } from './lineage-columns.ts';
import type { ProductSearch } from '../product-search.ts';
import { lineageQuery } from '../queries.ts';
import type { Lineage } from '../queries.ts';

type LineageTabProps = {
  id: string;
  search: ProductSearch;
  onSearch: (search: ProductSearch) => void;
};

const steps = ['1', '2', '3', '4', '5'] as const;

/** Where the data comes from and who builds on it: as graph, and as table. */
export function LineageTab({ id, search, onSearch }: LineageTabProps) {
  const { view = 'graph', steps: depth = 1 } = search;
  const lineage = useQuery(lineageQuery(id, depth));
  return (
    <div className="stack">
      <div className="row wrap">
        <label className="row tight small">
          {lineageTexts.steps}
          <select
            className="select"
            value={String(depth)}
            onChange={({ target }) => onSearch({ ...search, steps: Number(target.value) })}
          >
            {steps.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <span className="push">
          <Segments
            label={lineageTexts.view}
            value={view === 'table' ? 'table' : 'graph'}
            options={[
              { value: 'graph', name: lineageTexts.graph },
              { value: 'table', name: lineageTexts.table },
            ]}
            onChange={(value) => onSearch({ ...search, view: value })}
          />
        </span>
      </div>
      <Loaded query={lineage} skeleton={<Skeleton height={180} />}>
        {(found) => <LineageView lineage={found} asTable={view === 'table'} />}
      </Loaded>
    </div>
  );
}

type LineageViewProps = { lineage: Lineage; asTable: boolean; aloneHint?: string };

/** A lineage as graph or as table. */
export function LineageView({
  lineage,
  asTable,
  aloneHint = lineageTexts.aloneHint,
}: LineageViewProps) {
  if (lineage.edges.length === 0) {
    return (
      <div className="card">
        <EmptyState sort="nothing-yet" title={lineageTexts.alone}>
          {aloneHint}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      {asTable ? <LineageTable lineage={lineage} /> : <LineageGraph lineage={lineage} />}
      {lineage.truncated && <p className="small faint">{lineageTexts.truncated}</p>}
    </>
  );
}

const collectionOf = (kind: string): string =>
  ({ 'source-system': 'sourcesystems', asset: 'assets' })[kind] ?? 'dataproducts';

function LineageTable({ lineage }: { lineage: Lineage }) {
  const names = new Map(lineage.nodes.map((node) => [keyOf(node), node.name]));
  const link = (end: { kind: string; id: string }) => (
    <DocLink collection={collectionOf(end.kind)} id={end.id} name={names.get(keyOf(end))} />
  );
  return (
    <div className="card sideways" role="region" aria-label={lineageTexts.table} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{lineageTexts.from}</th>
            <th>{lineageTexts.contracts}</th>
            <th>{lineageTexts.to}</th>
          </tr>
        </thead>
        <tbody>
          {lineage.edges.map(({ from, to, contracts }) => (
            <tr key={`${keyOf(from)} ${keyOf(to)}`}>
              <td>{link(from)}</td>
              <td>
                {contracts.map(({ id, name }, index) => (
                  <span key={id}>
                    {index > 0 && ', '}
                    <DocLink collection="datacontracts" id={id} name={name} />
                  </span>
                ))}
              </td>
              <td>{link(to)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

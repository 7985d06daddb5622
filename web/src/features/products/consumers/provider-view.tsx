import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { Segments } from '../../../components/controls/segments.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { providerTexts } from '../../../texts/studio/consumers.ts';
import { consumerTexts } from '../../../texts/products.ts';
import type { Access } from '../../access/queries.ts';
import type { ProductSearch } from '../product-search.ts';
import { maxConsumers } from '../queries.ts';
import { AlertList } from './alert-list.tsx';
import { ConsumerGraph } from './consumer-graph.tsx';
import './consumers.css';
import { EndDialog, ReassessDialog } from './dialogs.tsx';
import { compare } from './facts.ts';
import type { Compared } from './facts.ts';
import { ProviderTable } from './provider-table.tsx';
import type { RowAction } from './row-actions.tsx';
import { grantsQuery } from './queries.ts';
import type { ProductGrants } from './queries.ts';

type ProviderViewProps = {
  id: string;
  accesses: readonly Access[];
  search: ProductSearch;
  onSearch: (search: ProductSearch) => void;
};

/** Who uses the product: agreed, to be granted and reported side by side, with what can be done about it. */
export function ProviderView(props: ProviderViewProps) {
  const grants = useQuery(grantsQuery(props.id));
  if (props.accesses.length === 0) {
    return (
      <div className="card">
        <EmptyState sort="nothing-yet" title={consumerTexts.none}>
          {consumerTexts.noneHint}
        </EmptyState>
      </div>
    );
  }
  return (
    <Loaded query={grants} skeleton={<SkeletonLines lines={6} />}>
      {(granted) => <Consumers {...props} granted={granted} />}
    </Loaded>
  );
}

type ConsumersProps = ProviderViewProps & { granted: ProductGrants };

function Consumers({ accesses, granted, search, onSearch }: ConsumersProps) {
  const rows = useMemo(
    () => compare(accesses, granted.grants, granted.alerts),
    [accesses, granted],
  );
  const refused = granted.decide.allowed ? undefined : granted.decide;
  const reason = useId();
  const refusedBy = refused === undefined ? undefined : reason;
  const act: RowAction = ({ what, id: access }) =>
    onSearch({ ...search, access, ...(what === 'end' && { end: true }) });
  return (
    <div className="stack">
      <Head rows={rows} search={search} onSearch={onSearch} />
      {refused !== undefined && (
        <p id={reason} className="tiny faint">
          {refused.because}
        </p>
      )}
      <AlertList rows={rows} refusedBy={refusedBy} />
      {search.view === 'graph' ? (
        <ConsumerGraph rows={rows} />
      ) : (
        <ProviderTable rows={rows} refusedBy={refusedBy} onAct={act} />
      )}
      {accesses.length >= maxConsumers && (
        <p className="small faint">{consumerTexts.first(maxConsumers)}</p>
      )}
      {refused === undefined && <Dialogs search={search} onSearch={onSearch} />}
    </div>
  );
}

type SearchProps = Pick<ProviderViewProps, 'search' | 'onSearch'>;

/** How many accesses differ, and how they are shown. */
function Head({ rows, search, onSearch }: SearchProps & { rows: readonly Compared[] }) {
  const differing = rows.filter(({ difference }) => difference !== undefined).length;
  return (
    <div className="row wrap">
      <h2 className="small medium">{providerTexts.differences(differing)}</h2>
      <span className="push">
        <Segments
          label={providerTexts.view}
          value={search.view === 'graph' ? 'graph' : 'table'}
          options={[
            { value: 'table', name: providerTexts.table },
            { value: 'graph', name: providerTexts.graph },
          ]}
          onChange={(view) => onSearch({ ...search, view })}
        />
      </span>
    </div>
  );
}

/** The dialog of the access in the address. */
function Dialogs({ search, onSearch }: SearchProps) {
  const { access, end, ...others } = search;
  if (access === undefined) return null;
  const close = () => onSearch(others);
  if (end === true) return <EndDialog id={access} onClose={close} />;
  return (
    <ReassessDialog id={access} onClose={close} onEnd={() => onSearch({ ...search, end: true })} />
  );
}

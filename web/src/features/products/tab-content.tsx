import { lazy, Suspense } from 'react';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import type { Access } from '../own-access/state.ts';
import { useMe } from '../session/queries.ts';
import { ConsumersTable } from './consumers-tab.tsx';
import { ProviderView } from './consumers/provider-view.tsx';
import { CostsTab } from './costs-tab.tsx';
import { ExampleTab } from './example/example-tab.tsx';
import { HistoryTab } from './history-tab.tsx';
import { PipelineLineage } from './lineage/pipeline-lineage.tsx';
import { RunTable } from './lineage/run-table.tsx';
import { pipelineTexts } from '../../texts/lineage.ts';
import { LineageTab } from './lineage/lineage-tab.tsx';
import { Overview } from './overview.tsx';
import { PortList } from './ports/port-list.tsx';
import type { ProductFacts } from './product-facts.ts';
import type { ProductSearch, ProductTab } from './product-search.ts';
import { QualityTab } from './quality-tab.tsx';
import { UsageTab } from './usage/usage-tab.tsx';
import type { useProduct } from './use-product.ts';

const GitTab = lazy(async () => ({
  default: (await import('../git/connection/git-tab.tsx')).GitTab,
}));

type ConsumersProps = Pick<TabContentProps, 'search' | 'onSearch'> & {
  id: string;
  accesses: readonly Access[];
};

/** Those who provide the data also see what is to be granted and what was reported. */
function Consumers(props: ConsumersProps) {
  const me = useMe();
  const teams = props.accesses.map(({ provider }) => provider.teamId);
  const provides = me?.teams.some(({ id }) => teams.includes(id)) === true;
  if (!provides && me?.may.organization !== true) {
    return <ConsumersTable accesses={props.accesses} />;
  }
  return <ProviderView {...props} />;
}

type TabContentProps = {
  tab: ProductTab;
  product: ProductFacts;
  all: ReturnType<typeof useProduct>;
  search: ProductSearch;
  onSearch: (search: ProductSearch) => void;
};

/** The chosen part of the page. */
export function TabContent({ tab, ...props }: TabContentProps) {
  const { id, ownerId } = props.product;
  if (tab !== 'git') return <Part tab={tab} {...props} />;
  return (
    <Suspense fallback={<SkeletonLines lines={8} />}>
      <GitTab subject={{ kind: 'dataproducts', id }} ownerId={ownerId} />
    </Suspense>
  );
}

type PartProps = TabContentProps & { tab: Exclude<ProductTab, 'git'> };

function Part({ tab, product, all, search, onSearch }: PartProps) {
  const { quality, consumers, own } = all;
  const { id } = product;
  switch (tab) {
    case 'overview':
      return <Overview product={product} quality={quality.data} own={own} />;
    case 'ports':
      return <PortList product={product} quality={quality.data} own={own} />;
    case 'quality':
      return <Loaded query={quality}>{(data) => <QualityTab id={id} quality={data} />}</Loaded>;
    case 'lineage':
      return (
        <div className="stack loose">
          <LineageTab id={id} search={search} onSearch={onSearch} />
          <PipelineLineage node={`data-product:${id}`} emptyHint={pipelineTexts.noneOfProduct} />
          <RunTable node={`data-product:${id}`} />
        </div>
      );
    case 'consumers':
      return (
        <Loaded query={consumers}>
          {(data) => <Consumers id={id} accesses={data} search={search} onSearch={onSearch} />}
        </Loaded>
      );
    case 'usage':
      return <UsageTab id={id} search={search} onSearch={onSearch} />;
    case 'example':
      return <ExampleTab id={id} search={search} onSearch={onSearch} />;
    case 'costs':
      return <CostsTab id={id} />;
    case 'history':
      return <HistoryTab id={id} />;
  }
}

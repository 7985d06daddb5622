import { lazy, Suspense } from 'react';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import { CostsTab } from './costs-tab.tsx';
import { ExampleTab } from './example/example-tab.tsx';
import { HistoryTab } from './history-tab.tsx';
import { LineageTab } from './lineage/lineage-tab.tsx';
import { Overview } from './overview.tsx';
import { PortList } from './ports/port-list.tsx';
import type { ProductFacts } from './product-facts.ts';
import type { ProductSearch, ProductTab } from './product-search.ts';
import { QualityTab } from './quality-tab.tsx';
import type { useProduct } from './use-product.ts';

const ProviderView = lazy(async () => ({
  default: (await import('./consumers/provider-view.tsx')).ProviderView,
}));

type TabContentProps = {
  tab: ProductTab;
  product: ProductFacts;
  all: ReturnType<typeof useProduct>;
  search: ProductSearch;
  onSearch: (search: ProductSearch) => void;
};

/** The chosen part of the page. */
export function TabContent({ tab, product, all, search, onSearch }: TabContentProps) {
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
      return <LineageTab id={id} search={search} onSearch={onSearch} />;
    case 'consumers':
      return (
        <Loaded query={consumers}>
          {(data) => (
            <Suspense fallback={<SkeletonLines lines={6} />}>
              <ProviderView id={id} accesses={data} search={search} onSearch={onSearch} />
            </Suspense>
          )}
        </Loaded>
      );
    case 'example':
      return <ExampleTab id={id} search={search} onSearch={onSearch} />;
    case 'costs':
      return <CostsTab id={id} />;
    case 'history':
      return <HistoryTab id={id} />;
  }
}

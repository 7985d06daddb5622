import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { IdChip } from '../components/documents/id-chip.tsx';
import { Loaded } from '../components/states/loaded.tsx';
import { Page } from '../components/page.tsx';
import { StatusBadge } from '../components/data/status-badge.tsx';
import { Tabs } from '../components/controls/tabs.tsx';
import { failingChecks } from '../features/products/ports/port-facts.ts';
import { EditButton } from '../features/documents/edit-button.tsx';
import { RequestSheet } from '../features/access-request/sheet.tsx';
import { ProductAside } from '../features/products/product-aside.tsx';
import { ProductLead } from '../features/products/product-lead.tsx';
import { productTabs, tabOf } from '../features/products/product-search.ts';
import type { ProductSearch, ProductTab } from '../features/products/product-search.ts';
import type { ProductFacts } from '../features/products/product-facts.ts';
import { TabContent } from '../features/products/tab-content.tsx';
import { consumerCount } from '../features/own-access/state.ts';
import { useProduct } from '../features/products/use-product.ts';
import { FindingsNote } from '../features/policies/findings-note.tsx';
import { ownFindingsQuery } from '../features/policies/queries.ts';
import { useCopySource } from '../lib/copy-source.ts';
import { productTexts } from '../texts/products.ts';
import { pageNames } from '../texts/shell.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** Parts without an aside: these need the width of the page, and usage needs two requests of its own. */
const wide: ReadonlySet<string> = new Set(['git', 'lineage', 'usage']);

const route = getRouteApi('/framed/dataproducts/$id/{-$tab}');

/** A data product: what it is, whether it keeps its promise, and the action that fits the reader. */
export function ProductPage() {
  const { id, tab: part } = route.useParams();
  const tab = tabOf(part);
  if (tab === undefined) return <NotFoundPage />;
  return <KnownTab key={id} id={id} tab={tab} />;
}

/** Other tabs have requests of their own, and a page makes at most eight. */
const isOverview = (tab: ProductTab): boolean => tab === 'overview';

function KnownTab({ id, tab }: { id: string; tab: ProductTab }) {
  const all = useProduct(id);
  const facts = all.product.data;
  // Begins with the product, so that the note is there with the page and moves nothing.
  useQuery({ ...ownFindingsQuery('dataproducts', id), enabled: isOverview(tab) });
  const path = `/api/dataproducts/${encodeURIComponent(id)}`;
  useCopySource(path, `${path}/dataproduct.yaml`);
  return (
    <Page
      title={facts?.name ?? id}
      above={[{ name: pageNames.home, href: '/' }]}
      beside={facts && <Beside facts={facts} />}
      actions={<EditButton kind="dataproducts" id={id} />}
      // Two texts side by side need the width.
      {...(!wide.has(tab) && { aside: <Aside all={all} /> })}
    >
      <Loaded query={all.product}>
        {(product) => <Known tab={tab} all={all} product={product} />}
      </Loaded>
    </Page>
  );
}

type AllProps = { all: ReturnType<typeof useProduct> };

function Aside({ all: { product, quality, consumers, own } }: AllProps) {
  if (product.data === undefined) return null;
  const parts = { quality: quality.data, consumers: consumers.data, own };
  return <ProductAside product={product.data} {...parts} />;
}

function Beside({ facts: { status, version, id } }: { facts: ProductFacts }) {
  return (
    <>
      {status !== undefined && <StatusBadge of="document" value={status} />}
      {version !== undefined && <span className="mono faint">{version}</span>}
      <IdChip id={id} />
    </>
  );
}

type KnownProps = AllProps & { tab: ProductTab; product: ProductFacts };

function Known({ tab, all, product }: KnownProps) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { quality, consumers } = all;
  const onSearch = (wanted: ProductSearch) =>
    void navigate({ to: '.', search: wanted, resetScroll: false });
  const counts = {
    ports: { count: product.ports.length },
    quality: quality.data && { count: failingChecks(quality.data), isBad: true },
    consumers: consumers.data && { count: consumerCount(consumers.data) },
  };
  const base = `/dataproducts/${encodeURIComponent(product.id)}`;
  return (
    <>
      <ProductLead product={product} />
      {isOverview(tab) && <FindingsNote collection="dataproducts" id={product.id} />}
      <Tabs
        label={productTexts.tabsLabel}
        tabs={productTabs.map((each) => ({
          name: productTexts.tabs[each],
          href: each === 'overview' ? base : `${base}/${each}`,
          isCurrent: each === tab,
          ...shownCount(counts[each as keyof typeof counts]),
        }))}
      />
      <TabContent tab={tab} product={product} all={all} search={search} onSearch={onSearch} />
      <Request id={product.id} />
    </>
  );
}

/** A count of failing checks is shown only if there is one. */
function shownCount(count: { count: number; isBad?: boolean } | undefined) {
  return count === undefined || (count.isBad === true && count.count === 0) ? {} : count;
}

/** The sheet over a product that requests access to the port of the address. */
function Request({ id }: { id: string }) {
  const { request } = route.useSearch();
  const navigate = useNavigate();
  if (request === undefined) return null;
  return (
    <RequestSheet
      key={request}
      dataProductId={id}
      portId={request}
      onClose={() =>
        void navigate({
          to: '.',
          search: ({ request: _asked, ...others }) => others,
          resetScroll: false,
        })
      }
      onSent={(sent) => void navigate({ to: '/access/$id', params: { id: sent } })}
    />
  );
}

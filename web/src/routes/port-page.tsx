import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { EmptyState } from '../components/states/empty-state.tsx';
import { Loaded } from '../components/states/loaded.tsx';
import { Markdown } from '../components/documents/markdown.tsx';
import { Page } from '../components/page.tsx';
import { ConsumersTable } from '../features/products/consumers-tab.tsx';
import { PortContract } from '../features/products/ports/port-contract.tsx';
import { accessTo, PortVersion } from '../features/products/ports/port-list.tsx';
import { ofOnePort } from '../features/products/ports/port-facts.ts';
import { PortServers } from '../features/products/ports/port-servers.tsx';
import { ProductAside } from '../features/products/product-aside.tsx';
import type { Port, ProductFacts } from '../features/products/product-facts.ts';
import { contractModelQuery } from '../features/products/queries.ts';
import { useProduct } from '../features/products/use-product.ts';
import { useCopySource } from '../lib/copy-source.ts';
import { portTexts } from '../texts/products.ts';
import { pageNames } from '../texts/shell.ts';

const route = getRouteApi('/framed/dataproducts/$id/ports/$port');

/** An output port: how to connect, what is promised, and who has access. */
export function PortPage() {
  const { id, port: portId } = route.useParams();
  const all = useProduct(id);
  const product = all.product.data;
  const port = product?.ports.find((each) => each.id === portId);
  const base = `/dataproducts/${encodeURIComponent(id)}`;
  useCopySource(`/api${base}`);
  return (
    <Page
      title={port?.name ?? portId}
      above={[
        { name: pageNames.home, href: '/' },
        { name: product?.name ?? id, href: base },
      ]}
      beside={port && <PortVersion port={port} />}
      aside={<Aside portId={portId} all={all} />}
    >
      <Loaded query={all.product}>
        {(facts) =>
          port === undefined ? (
            <MissingPort product={facts} portId={portId} />
          ) : (
            <KnownPort port={port} all={all} />
          )
        }
      </Loaded>
    </Page>
  );
}

const isAt =
  (portId: string) =>
  ({ provider }: { provider: { outputPortId: string } }): boolean =>
    provider.outputPortId === portId;

type AllProps = { all: ReturnType<typeof useProduct> };

/** The aside of the product, about this port alone. */
function Aside({ portId, all }: AllProps & { portId: string }) {
  const { product, quality, consumers, own } = all;
  const port = product.data?.ports.find(({ id }) => id === portId);
  if (product.data === undefined || port === undefined) return null;
  return (
    <ProductAside
      product={{ ...product.data, ports: [port] }}
      quality={quality.data && ofOnePort(quality.data, portId)}
      consumers={consumers.data?.filter(isAt(portId))}
      own={own.filter(isAt(portId))}
    />
  );
}

type KnownPortProps = AllProps & { port: Port };

function KnownPort({ port, all: { quality, consumers, own } }: KnownPortProps) {
  const contract = useQuery({
    ...contractModelQuery(port.contractId ?? ''),
    enabled: port.contractId !== undefined,
  });
  const tests = quality.data?.ports.find(({ outputPortId }) => outputPortId === port.id);
  return (
    <div className="stack loose">
      {port.description !== undefined && (
        <div className="prose soft">
          <Markdown text={port.description} />
        </div>
      )}
      {port.contractId !== undefined && (
        <Loaded query={contract}>{({ servers }) => <PortServers servers={servers} />}</Loaded>
      )}
      <PortContract
        port={port}
        quality={tests}
        contract={contract.data}
        access={accessTo(port, own)}
      />
      <section>
        <h2 className="part-title">{portTexts.accessAndRequests}</h2>
        <Loaded query={consumers}>
          {(data) => <ConsumersTable ofPort accesses={data.filter(isAt(port.id))} />}
        </Loaded>
      </section>
    </div>
  );
}

function MissingPort({ product, portId }: { product: ProductFacts; portId: string }) {
  return (
    <EmptyState sort="nothing-yet" title={portTexts.missing(portId)}>
      {portTexts.missingHint}{' '}
      {product.ports.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link
            className="link"
            to="/dataproducts/$id/ports/$port"
            params={{ id: product.id, port: id }}
          >
            {name}
          </Link>
        </span>
      ))}
    </EmptyState>
  );
}

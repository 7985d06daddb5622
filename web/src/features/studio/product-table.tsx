import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from '../../components/controls/button.tsx';
import { Badge, StatusBadge } from '../../components/data/status-badge.tsx';
import { TableCard } from '../../components/data/table-card.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { ErrorState } from '../../components/states/error-state.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import { countText } from '../../lib/numbers.ts';
import { statusWord } from '../../texts/status-words.ts';
import { studioTexts } from '../../texts/studio/studio.ts';
import { studioProductsQuery } from './queries.ts';
import type { StudioProduct } from './queries.ts';

/** Those with failing checks first, then those for which something waits. */
function byHarm(one: StudioProduct, other: StudioProduct): number {
  return (
    other.failedChecks - one.failedChecks ||
    other.driftCount - one.driftCount ||
    other.findingCount - one.findingCount ||
    other.requestCount - one.requestCount ||
    one.name.localeCompare(other.name)
  );
}

/** The products of the person with their state in numbers. */
export function ProductTable({ team }: { team: string | undefined }) {
  const query = useInfiniteQuery(studioProductsQuery(team));
  const { data, error, hasNextPage, isFetching } = query;
  if (data === undefined) {
    return error === null ? (
      <SkeletonLines lines={6} />
    ) : (
      <ErrorState error={error} onRetry={() => void query.refetch()} />
    );
  }
  const products = data.pages.flatMap((page) => page.products).toSorted(byHarm);
  if (products.length === 0) {
    return (
      <div className="card">
        <EmptyState sort="nothing-yet" title={studioTexts.noProducts}>
          {studioTexts.noProductsDetail}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <TableCard title={studioTexts.products}>
        <Head />
        <tbody>
          {products.map((product) => (
            <ProductLine key={product.id} product={product} />
          ))}
        </tbody>
      </TableCard>
      {hasNextPage && (
        <Button disabled={isFetching} onClick={() => void query.fetchNextPage()}>
          {studioTexts.moreProducts}
        </Button>
      )}
    </>
  );
}

function Head() {
  const { product, state, checks, consumers, requests, drift, rules } = studioTexts.columns;
  return (
    <thead>
      <tr>
        <th scope="col">{product}</th>
        <th scope="col" className="wide-only">
          {state}
        </th>
        <th scope="col">{checks}</th>
        {[consumers, requests, drift, rules].map((name) => (
          <th key={name} scope="col" className="number wide-only">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

type LineProps = { product: StudioProduct };

function ProductLine({ product }: LineProps) {
  const { id, name, version, status, ownerName } = product;
  const { consumerCount, requestCount, driftCount, findingCount } = product;
  return (
    <tr>
      <td>
        <Link className="hover-link medium" to="/dataproducts/$id/{-$tab}" params={{ id }}>
          {name}
        </Link>{' '}
        <span className="mono tiny faint">{version}</span>
        <div className="tiny faint">{ownerName}</div>
      </td>
      <td className="wide-only">
        {status !== null && <StatusBadge of="document" value={status} bare />}
      </td>
      <td>
        <Checks product={product} />
      </td>
      <Number value={consumerCount} href={`/dataproducts/${encodeURIComponent(id)}/consumers`} />
      <Number value={requestCount} href="/inbox" />
      <Number value={driftCount} href={`/dataproducts/${encodeURIComponent(id)}/quality`} />
      <Number value={findingCount} href={`/dataproducts/${encodeURIComponent(id)}`} />
    </tr>
  );
}

function Checks({ product: { id, result, failedChecks, checkCount } }: LineProps) {
  if (result === null) return <StatusBadge of="test" value="none" bare />;
  const word =
    failedChecks === 0
      ? studioTexts.passing(checkCount)
      : studioTexts.failing(failedChecks, checkCount);
  return (
    <Link to="/dataproducts/$id/{-$tab}" params={{ id, tab: 'quality' }}>
      <Badge bare status={{ ...statusWord('test', result), word }} />
    </Link>
  );
}

function Number({ value, href }: { value: number; href: string }) {
  return (
    <td className="number wide-only">
      {value === 0 ? (
        <span className="faint">{studioTexts.none}</span>
      ) : (
        <Link className="link" to={href}>
          {countText(value)}
        </Link>
      )}
    </td>
  );
}

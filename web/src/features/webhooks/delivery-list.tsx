import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { PillFilter } from '../../components/controls/list-filters.tsx';
import { ListFooter } from '../../components/data/list-footer.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Skeleton } from '../../components/states/skeleton.tsx';
import { deliveryTexts } from '../../texts/operate/webhooks.ts';
import { DeliveryDetail } from './delivery-detail.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { RedeliverAll } from './redeliver-all.tsx';
import { deliveriesQuery } from './queries.ts';
import type { DeliveryStatus, Webhook } from './queries.ts';
import type { WebhookSearch } from './webhook-search.ts';

const states = Object.keys(deliveryTexts.states) as DeliveryStatus[];

/** The deliveries of a webhook by their state. */
export function DeliveryList({ webhook, search }: { webhook: Webhook; search: WebhookSearch }) {
  const { id } = webhook;
  const { delivery: open, ...filters } = search;
  const navigate = useNavigate();
  const query = useInfiniteQuery(deliveriesQuery(id, filters.status));
  const show = (wanted: WebhookSearch) =>
    void navigate({
      to: '/operate/webhooks/$id/{-$tab}',
      params: { id },
      search: wanted,
      resetScroll: false,
    });
  const deliveries = query.data?.pages.flatMap(({ entries }) => entries) ?? [];
  return (
    <div className="stack">
      <div className="row wrap">
        <StateFilter webhook={webhook} status={filters.status} onChange={show} />
        {filters.status === 'failed' && <RedeliverAll webhook={webhook} />}
      </div>
      <Loaded query={query} skeleton={<Skeleton height={320} />}>
        {() =>
          deliveries.length === 0 ? (
            <div className="card">
              {filters.status === undefined ? (
                <EmptyState sort="nothing-yet" title={deliveryTexts.none}>
                  {deliveryTexts.noneHint}
                </EmptyState>
              ) : (
                <EmptyState sort="filtered-away" onClear={() => show({})} />
              )}
            </div>
          ) : (
            <>
              <DeliveryTable webhookId={id} deliveries={deliveries} search={filters} />
              <ListFooter count={deliveries.length} query={query} />
            </>
          )
        }
      </Loaded>
      {open !== undefined && (
        <DeliveryDetail webhookId={id} id={open} onClose={() => show(filters)} />
      )}
    </div>
  );
}

type StateFilterProps = {
  webhook: Webhook;
  status: DeliveryStatus | undefined;
  onChange: (search: WebhookSearch) => void;
};

function StateFilter({ webhook: { deliveries: counts }, status, onChange }: StateFilterProps) {
  return (
    <PillFilter
      label={deliveryTexts.which}
      value={status}
      options={[
        { value: undefined, name: deliveryTexts.all },
        ...states.map((each) => ({
          value: each,
          name: deliveryTexts.states[each],
          count: counts?.[each],
        })),
      ]}
      onChange={(chosen) =>
        onChange(chosen === undefined ? {} : { status: chosen as DeliveryStatus })
      }
    />
  );
}

import { Link } from '@tanstack/react-router';
import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { Avatar } from '../../components/data/avatar.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { visibleRows, useNextRows } from '../../lib/visible-rows.ts';
import type { More, VisibleRows } from '../../lib/visible-rows.ts';
import { inboxTexts } from '../../texts/inbox.ts';
import { consumerOf } from '../access/facts.ts';
import type { Access } from '../access/queries.ts';
import type { InboxShow } from './place.ts';

type InboxListProps = {
  requests: readonly Access[];
  current: string | undefined;
  show: InboxShow;
  selected: ReadonlySet<string>;
  onSelect: (id: string) => void;
  more: More;
};

const rowHeight = 79;

/** The requests, one of which is open. The list scrolls by itself; on small screens the page does. */
export function InboxList(props: InboxListProps) {
  return matchMedia('(max-width: 760px)').matches ? (
    <ListOfPage {...props} />
  ) : (
    <ListInside {...props} />
  );
}

function ListInside(props: InboxListProps) {
  const { list, top } = useTop();
  const virtual = useVirtualizer<HTMLElement, HTMLLIElement>({
    ...optionsOf(props.requests, top),
    getScrollElement: () => list.current?.closest<HTMLElement>('.inbox-list') ?? null,
  });
  return (
    <Rows
      {...props}
      list={list}
      visible={visibleRows(virtual)}
      scrollTo={virtual.scrollToIndex}
      measure={virtual.measureElement}
    />
  );
}

function ListOfPage(props: InboxListProps) {
  const { list, top } = useTop();
  const virtual = useWindowVirtualizer<HTMLLIElement>(optionsOf(props.requests, top));
  return (
    <Rows
      {...props}
      list={list}
      visible={visibleRows(virtual)}
      scrollTo={virtual.scrollToIndex}
      measure={virtual.measureElement}
    />
  );
}

const optionsOf = (requests: readonly Access[], scrollMargin: number) => ({
  count: requests.length,
  estimateSize: () => rowHeight,
  overscan: 12,
  scrollMargin,
  getItemKey: (index: number) => requests[index]?.id ?? index,
});

/** The list, and how far below the begin of what scrolls it begins. */
function useTop() {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  return { list, top };
}

type ScrollTo = (index: number, options: { align: 'center' }) => void;

type RowsProps = InboxListProps & {
  list: RefObject<HTMLUListElement | null>;
  visible: VisibleRows;
  scrollTo: ScrollTo;
  measure: (row: HTMLLIElement | null) => void;
};

/** Only rows near the visible part exist. */
function Rows({ requests, more, list, visible, scrollTo, measure, ...rest }: RowsProps) {
  const { items, above, below } = visible;
  useNextRows(items.at(-1)?.index ?? 0, requests.length, more);
  useCurrentInSight({ requests, current: rest.current }, items, scrollTo);
  return (
    <ul
      ref={list}
      className="inbox-rows"
      aria-label={inboxTexts.list}
      style={{ paddingTop: above, paddingBottom: below }}
    >
      {items.map(({ index, key }) => {
        const access = requests[index];
        const place = { index, count: requests.length, measure };
        return access === undefined ? null : (
          <Item key={key} access={access} {...rest} {...place} />
        );
      })}
    </ul>
  );
}

/** Shows the open request if its row does not exist yet; a row that does comes into sight by itself. */
function useCurrentInSight(
  { requests, current }: Pick<InboxListProps, 'requests' | 'current'>,
  items: VisibleRows['items'],
  scrollTo: ScrollTo,
): void {
  const latest = useRef({ requests, items });
  useEffect(() => void (latest.current = { requests, items }));
  useEffect(() => {
    const index = latest.current.requests.findIndex(({ id }) => id === current);
    const isDrawn = latest.current.items.some((item) => item.index === index);
    if (index >= 0 && !isDrawn) scrollTo(index, { align: 'center' });
  }, [current, scrollTo]);
}

type ItemProps = Omit<InboxListProps, 'requests' | 'more'> & {
  access: Access;
  index: number;
  count: number;
  measure: (row: HTMLLIElement | null) => void;
};

function Item(props: ItemProps) {
  const { access, current, show, selected, onSelect, index, count, measure } = props;
  const id = access.id ?? '';
  const isCurrent = id === current;
  const { info, provider } = access;
  const who = consumerOf(access);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    measure(row.current);
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent, measure]);
  return (
    <li
      ref={row}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={isCurrent ? 'inbox-item current' : 'inbox-item'}
    >
      <label className="check">
        <input
          type="checkbox"
          checked={selected.has(id)}
          aria-label={inboxTexts.selectRequest(who)}
          onChange={() => onSelect(id)}
        />
      </label>
      <Avatar name={who} square />
      <Link
        to="/inbox"
        search={{ id, show }}
        resetScroll={false}
        aria-current={isCurrent ? 'true' : undefined}
      >
        <span className="row">
          <span className="medium ellipsis">{who}</span>
          {info.requestedAt !== undefined && (
            <span className="tiny faint push nowrap">
              <RelativeTime at={info.requestedAt} />
            </span>
          )}
        </span>
        <span className="ellipsis">{provider.outputPortName ?? provider.outputPortId}</span>
        <span className="ellipsis soft">{info.purpose}</span>
      </Link>
    </li>
  );
}

import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { SpaceRow } from '../../components/data/space-row.tsx';
import { Badge, StatusBadge } from '../../components/data/status-badge.tsx';
import { LastDay } from '../../components/data/values.tsx';
import { useNow } from '../../lib/now.ts';
import { useNextRows, visibleRows } from '../../lib/visible-rows.ts';
import type { More } from '../../lib/visible-rows.ts';
import { accessTexts } from '../../texts/access.ts';
import { consumerOf, dataOf, stateOf } from './facts.ts';
import type { Access } from './queries.ts';

type AccessTableProps = { accesses: readonly Access[]; total: number; more: More };

const rowHeight = { wide: 62, small: 90 };

/** Accesses with their state, what the platform says, and their end. Only rows near the visible part exist. */
export function AccessTable({ accesses, total, more }: AccessTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    setScrollMargin((table.current?.getBoundingClientRect().top ?? 0) + scrollY);
  }, []);
  const isSmall = matchMedia('(max-width: 760px)').matches;
  // With another function for each drawing, the places of all rows would be computed for each of them.
  const getItemKey = useCallback((index: number) => accesses[index]?.id ?? index, [accesses]);
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    count: accesses.length,
    estimateSize: () => (isSmall ? rowHeight.small : rowHeight.wide),
    overscan: 12,
    scrollMargin,
    getItemKey,
  });
  const { items, above, below } = visibleRows(virtual);
  useNextRows(items.at(-1)?.index ?? 0, accesses.length, more);
  return (
    <div className="card sideways">
      <table className="access-table" ref={table} aria-rowcount={total + 1}>
        <thead>
          <tr>
            <th scope="col">{accessTexts.data}</th>
            <th scope="col" className="wide-only">
              {accessTexts.usedBy}
            </th>
            <th scope="col">{accessTexts.state}</th>
            <th scope="col" className="wide-only">
              {accessTexts.platform}
            </th>
            <th scope="col">{accessTexts.ends}</th>
          </tr>
        </thead>
        <tbody>
          <SpaceRow columns={5} height={above} />
          {items.map(({ index, key }) => {
            const access = accesses[index];
            return access === undefined ? null : (
              <Row key={key} access={access} index={index} measure={virtual.measureElement} />
            );
          })}
          <SpaceRow columns={5} height={below} />
        </tbody>
      </table>
    </div>
  );
}

type RowProps = {
  access: Access;
  index: number;
  measure: (row: HTMLTableRowElement | null) => void;
};

function Row({ access, index, measure }: RowProps) {
  const { id, info, provisioning } = access;
  const now = useNow();
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
      <th scope="row">
        <Link className="link medium" to="/access/$id" params={{ id: id ?? '' }}>
          {dataOf(access)}
        </Link>
        <span className="purpose tiny faint">{info.purpose}</span>
      </th>
      <td className="wide-only">{consumerOf(access)}</td>
      <td>
        <Badge status={stateOf(access, now)} />
      </td>
      <td className="wide-only">
        {provisioning !== undefined && (
          <StatusBadge of="provisioning" value={provisioning.status} bare />
        )}
      </td>
      <td className="nowrap">
        <End access={access} />
      </td>
    </tr>
  );
}

/** A declined access has no time at all. */
function End({ access: { info, lifecycle } }: { access: Access }) {
  if (lifecycle === 'rejected') return null;
  if (info.deactivateAt !== undefined) return <LastDay end={info.deactivateAt} />;
  return <span className="faint">{accessTexts.noEnd}</span>;
}

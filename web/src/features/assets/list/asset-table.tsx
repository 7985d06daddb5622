import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { DocLink, TeamLink } from '../../../components/data/links.tsx';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { SpaceRow } from '../../../components/data/space-row.tsx';
import { plainText } from '../../../lib/text/plain-text.ts';
import { useNextRows, visibleRows } from '../../../lib/visible-rows.ts';
import type { More } from '../../../lib/visible-rows.ts';
import { assetListTexts, assetTypeName } from '../../../texts/assets.ts';
import type { AssetHit } from './queries.ts';

type AssetTableProps = { assets: readonly AssetHit[]; total: number; more: More };

const rowHeight = 58;
const columns = 4;

/** Assets, each in a row. Only rows near the visible part exist; the next ones are loaded before they come into sight. */
export function AssetTable({ assets, total, more }: AssetTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    setScrollMargin((table.current?.getBoundingClientRect().top ?? 0) + scrollY);
  }, []);
  // With another function for each drawing, the places of all rows would be computed for each of them.
  const getItemKey = useCallback((index: number) => assets[index]?.id ?? index, [assets]);
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    count: assets.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin,
    getItemKey,
  });
  const { items, above, below } = visibleRows(virtual);
  useNextRows(items.at(-1)?.index ?? 0, assets.length, more);
  return (
    <div className="card sideways">
      <table className="asset-table" ref={table} aria-rowcount={total + 1}>
        <thead>
          <tr>
            <th scope="col">{assetListTexts.name}</th>
            <th scope="col">{assetListTexts.type}</th>
            <th scope="col">{assetListTexts.owner}</th>
            <th scope="col" className="wide-only">
              {assetListTexts.changed}
            </th>
          </tr>
        </thead>
        <tbody>
          <SpaceRow columns={columns} height={above} />
          {items.map(({ index, key }) => {
            const asset = assets[index];
            return asset === undefined ? null : (
              <Row key={key} asset={asset} index={index} measure={virtual.measureElement} />
            );
          })}
          <SpaceRow columns={columns} height={below} />
        </tbody>
      </table>
    </div>
  );
}

type RowProps = {
  asset: AssetHit;
  index: number;
  measure: (row: HTMLTableRowElement | null) => void;
};

function Row({ asset, index, measure }: RowProps) {
  const { id, name, description, archetype, ownerId, ownerName, updatedAt } = asset;
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
      <th scope="row">
        <DocLink collection="assets" id={id} name={name} />
        {description !== '' && <p className="tiny faint">{plainText(description)}</p>}
      </th>
      <td className="soft">{archetype === null ? '–' : assetTypeName(archetype)}</td>
      <td>{ownerId === undefined ? '–' : <TeamLink id={ownerId} name={ownerName} />}</td>
      <td className="wide-only faint nowrap">
        <RelativeTime at={updatedAt} />
      </td>
    </tr>
  );
}

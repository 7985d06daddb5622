import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { Link } from '@tanstack/react-router';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { SpaceRow } from '../../components/data/space-row.tsx';
import { Badge } from '../../components/data/status-badge.tsx';
import { useNow } from '../../lib/now.ts';
import { useNextRows, visibleRows } from '../../lib/visible-rows.ts';
import type { More } from '../../lib/visible-rows.ts';
import { jobName } from '../../texts/operations/job-names.ts';
import { kindName } from '../../texts/operations/work-kinds.ts';
import { workTexts } from '../../texts/operations/work.ts';
import type { Work } from './queries.ts';
import { nameOfWork, stateOfWork } from './work-facts.ts';
import { withoutEscapes } from '../../lib/text/without-escapes.ts';

export type Selection = {
  selected: ReadonlyMap<string, Work>;
  toggle: (work: Work) => void;
  /** Selects these, or none of them. */
  toggleAll: (works: readonly Work[]) => void;
};

type WorkTableProps = { works: readonly Work[]; total: number; more: More } & Selection;

const rowHeight = 57;
const columns = 6;

/** Pieces of work, each in a row. Only rows near the visible part exist; the next ones are loaded before they come into sight. */
export function WorkTable({ works, total, more, ...selection }: WorkTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    setScrollMargin((table.current?.getBoundingClientRect().top ?? 0) + scrollY);
  }, []);
  const getItemKey = useCallback((index: number) => works[index]?.id ?? index, [works]);
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    count: works.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin,
    getItemKey,
  });
  const { items, above, below } = visibleRows(virtual);
  useNextRows(items.at(-1)?.index ?? 0, works.length, more);
  return (
    <div className="card sideways" role="region" aria-label={workTexts.results} tabIndex={0}>
      <table className="work-table" ref={table} aria-rowcount={total + 1}>
        <Head works={works} selection={selection} />
        <tbody>
          <SpaceRow columns={columns} height={above} />
          {items.map(({ index, key }) => {
            const work = works[index];
            return work === undefined ? null : (
              <Row
                key={key}
                work={work}
                index={index}
                isSelected={selection.selected.has(work.id)}
                onToggle={selection.toggle}
                measure={virtual.measureElement}
              />
            );
          })}
          <SpaceRow columns={columns} height={below} />
        </tbody>
      </table>
    </div>
  );
}

function Head({ works, selection }: { works: readonly Work[]; selection: Selection }) {
  const { work, kind, state, error, requested } = workTexts.columns;
  const isAll = works.every(({ id }) => selection.selected.has(id));
  return (
    <thead>
      <tr>
        <th scope="col" className="select-cell">
          <label className="check-target">
            <input
              type="checkbox"
              aria-label={workTexts.selectAll}
              checked={isAll}
              onChange={() => selection.toggleAll(works)}
            />
          </label>
        </th>
        <th scope="col">{work}</th>
        <th scope="col" className="wide-only">
          {kind}
        </th>
        <th scope="col">{state}</th>
        <th scope="col" className="wide-only">
          {error}
        </th>
        <th scope="col" className="wide-only">
          {requested}
        </th>
      </tr>
    </thead>
  );
}

type RowProps = {
  work: Work;
  index: number;
  isSelected: boolean;
  onToggle: (work: Work) => void;
  measure: (row: HTMLTableRowElement | null) => void;
};

function Row({ work, index, isSelected, onToggle, measure }: RowProps) {
  const { id, kind, job, key, lastError, createdAt } = work;
  const name = nameOfWork(work);
  const { status, next } = stateOfWork(work, useNow());
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} aria-selected={isSelected}>
      <td className="select-cell">
        <label className="check-target">
          <input
            type="checkbox"
            aria-label={workTexts.selectRow(name)}
            checked={isSelected}
            onChange={() => onToggle(work)}
          />
        </label>
      </td>
      <th scope="row">
        <Link className="hover-link medium row-link" to="/operate/work/$id" params={{ id }}>
          {name}
        </Link>
        <div className="tiny faint ellipsis">{work.subjectName === null ? key : jobName(job)}</div>
      </th>
      <td className="wide-only soft nowrap">{kindName(kind)}</td>
      <td>
        <Badge status={status} />
        {next !== undefined && <div className="tiny faint">{next}</div>}
      </td>
      <td className="wide-only">
        {lastError !== null && (
          <p className="tiny soft work-error">{withoutEscapes(lastError).slice(0, 400)}</p>
        )}
      </td>
      <td className="wide-only faint nowrap">
        <RelativeTime at={createdAt} />
      </td>
    </tr>
  );
}

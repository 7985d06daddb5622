import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { formTexts } from '../../../texts/studio/editor-form.ts';
import type { OutlineRow } from './outline.ts';

type OutlineTreeProps = {
  rows: readonly OutlineRow[];
  current: string;
  onChoose: (key: string) => void;
  /** True if the current row was chosen elsewhere: it gets the focus. */
  isFocused: boolean;
};

const rowHeight = 28;

/** Focuses a row as soon as it exists: one that is out of view is rendered only after the scrolling. */
function focusRow(box: HTMLElement | null, index: number, frames = 10): void {
  requestAnimationFrame(() => {
    const row = box?.querySelector<HTMLButtonElement>(`[data-row="${index}"]`);
    if (row) row.focus();
    else if (frames > 0) focusRow(box, index, frames - 1);
  });
}

/** Parts, tables and fields of the document; of a long list only what is in view exists. */
export function OutlineTree({ rows, current, onChoose, isFocused }: OutlineTreeProps) {
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const shown = rows.findIndex(({ key }) => key === current);
  useEffect(() => {
    virtual.scrollToIndex(shown);
  }, [virtual, shown]);
  const first = useRef(shown);
  useEffect(() => {
    if (isFocused) focusRow(box.current, first.current);
  }, [isFocused]);
  const move = (to: number) => {
    const next = rows[to];
    if (next === undefined) return;
    onChoose(next.key);
    virtual.scrollToIndex(to);
    focusRow(box.current, to);
  };
  return (
    <nav className="card editor-tree" aria-label={formTexts.parts}>
      <div ref={box} className="editor-tree-scroll">
        <ul style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <li key={row.key} style={{ transform: `translateY(${start}px)` }}>
                <Row
                  {...{ row, index, onChoose }}
                  isCurrent={row.key === current}
                  onMove={(by) => move(index + by)}
                />
              </li>
            );
          })}
        </ul>
      </div>
    </nav>
  );
}

type RowProps = Pick<OutlineTreeProps, 'onChoose'> & {
  row: OutlineRow;
  index: number;
  isCurrent: boolean;
  onMove: (by: number) => void;
};

function Row({ row, index, isCurrent, onChoose, onMove }: RowProps) {
  return (
    <button
      type="button"
      data-row={index}
      className={`editor-row ${row.kind}`}
      style={{ paddingLeft: 10 + row.depth * 14 }}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => onChoose(row.key)}
      onKeyDown={(event) => {
        const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        onMove(by);
      }}
    >
      <span className="ellipsis">{row.name}</span>
      <span className="push ellipsis faint">{row.note}</span>
    </button>
  );
}

import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { formTexts } from '../../../texts/editor-form.ts';
import type { OutlineRow } from './outline.ts';

type OutlineTreeProps = {
  rows: readonly OutlineRow[];
  current: string;
  onChoose: (key: string) => void;
};

const rowHeight = 28;

/** Parts, tables and fields of the document; of a long list only what is in view exists. */
export function OutlineTree({ rows, current, onChoose }: OutlineTreeProps) {
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const move = (from: number, by: number) => {
    const next = rows[from + by];
    if (next === undefined) return;
    onChoose(next.key);
    virtual.scrollToIndex(from + by);
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLButtonElement>(`[data-row="${from + by}"]`)?.focus(),
    );
  };
  return (
    <nav className="card editor-tree" aria-label={formTexts.parts}>
      <div ref={box} className="editor-tree-scroll">
        <ul style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <li key={row.key} style={{ transform: `translateY(${start}px)` }}>
                <button
                  type="button"
                  data-row={index}
                  className={`editor-row ${row.kind}`}
                  style={{ paddingLeft: 10 + row.depth * 14 }}
                  aria-current={row.key === current ? 'true' : undefined}
                  onClick={() => onChoose(row.key)}
                  onKeyDown={(event) => {
                    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
                    if (by === undefined) return;
                    event.preventDefault();
                    move(index, by);
                  }}
                >
                  <span className="ellipsis">{row.name}</span>
                  <span className="push ellipsis faint">{row.note}</span>
                </button>
              </li>
            );
          })}
        </ul>
      </div>
    </nav>
  );
}

import type { CSSProperties } from 'react';
import { Link } from '@tanstack/react-router';
import { IconKey, IconLock } from '@tabler/icons-react';
import { StatusIcon } from '../../../components/data/status-icon.tsx';
import { plainText } from '../../../lib/text/plain-text.ts';
import { schemaTexts } from '../../../texts/contracts/contract.ts';
import type { Measure } from './measure.ts';
import type { FieldRow, SchemaRow, TableRow } from './rows.ts';
import { useWindowRows } from './use-window-rows.ts';

const rowHeight = 34;

type FieldTableProps = {
  rows: readonly SchemaRow[];
  selected: string | undefined;
  onSelect: (row: FieldRow) => void;
};

/** Promise and measurement of every field in one row. Only the rows near the window exist. */
export function FieldTable({ rows, selected, onSelect }: FieldTableProps) {
  const { body, shown, before, after } = useWindowRows(rows, rowHeight);
  return (
    <div className="card field-card">
      <table className="field-table" aria-label={schemaTexts.label} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            <th className="of-name">{schemaTexts.field}</th>
            <th className="of-type">{schemaTexts.type}</th>
            <th className="wide-only">{schemaTexts.promise}</th>
            <th className="of-measure number">{schemaTexts.broken}</th>
          </tr>
        </thead>
        <tbody ref={body}>
          <Space height={before} />
          {shown.map(({ row, index }) =>
            row.kind === 'table' ? (
              <TableHead key={row.key} row={row} index={index} />
            ) : (
              <Field
                key={row.key}
                row={row}
                index={index}
                isSelected={row.key === selected}
                onSelect={onSelect}
              />
            ),
          )}
          <Space height={after} />
        </tbody>
      </table>
    </div>
  );
}

function Space({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={4} className="space" style={{ height }} />
    </tr>
  );
}

function TableHead({ row, index }: { row: TableRow; index: number }) {
  const { table, measure, promises, rowCount } = row;
  const isBroken = measure !== undefined && measure.tone !== 'ok';
  return (
    <tr className="table-head" aria-rowindex={index + 2}>
      <th colSpan={2} scope="rowgroup" className="ellipsis">
        {table.name} <span className="faint">{plainText(table.description ?? '')}</span>
      </th>
      <td className="wide-only">
        <Promises texts={promises} />
      </td>
      <td className="number">
        {isBroken ? (
          <MeasureText measure={measure} />
        ) : (
          <span className="faint">{rowCount !== undefined && schemaTexts.rows(rowCount)}</span>
        )}
      </td>
    </tr>
  );
}

type FieldProps = {
  row: FieldRow;
  index: number;
  isSelected: boolean;
  onSelect: (row: FieldRow) => void;
};

function Field({ row, index, isSelected, onSelect }: FieldProps) {
  const { table, field, promises, measure } = row;
  const type = field.physicalType ?? field.logicalType ?? '';
  return (
    <tr
      className={isSelected ? 'selected' : undefined}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      onClick={() => onSelect(row)}
    >
      <td className="mono ellipsis" style={{ '--depth': field.depth } as CSSProperties}>
        {field.primaryKey && (
          <IconKey size={14} stroke={1.75} aria-label={schemaTexts.primaryKey} />
        )}
        <Link
          to="."
          search={(before) => ({ ...before, table: table.name, field: field.path })}
          resetScroll={false}
          className={field.deprecated ? 'deprecated' : undefined}
          title={field.path}
          onClick={(event) => event.stopPropagation()}
        >
          {field.name}
        </Link>
      </td>
      <td className="soft ellipsis" title={type}>
        {type}
        {field.classification !== null && (
          <IconLock
            size={14}
            stroke={1.75}
            aria-label={schemaTexts.classified(field.classification)}
          />
        )}
      </td>
      <td className="wide-only">
        <Promises texts={promises} />
      </td>
      <td className="number">
        <MeasureText measure={measure} />
      </td>
    </tr>
  );
}

function Promises({ texts }: { texts: readonly string[] }) {
  return (
    <span className="rules">
      {texts.map((text) => (
        <code key={text} title={text}>
          {text}
        </code>
      ))}
    </span>
  );
}

function MeasureText({ measure }: { measure: Measure | undefined }) {
  if (measure === undefined) {
    return (
      <span className="faint" aria-label={schemaTexts.notChecked} role="img">
        –
      </span>
    );
  }
  const icon = { ok: 'check', warn: 'alert' }[measure.tone as string] ?? 'x';
  return (
    <span className={`measure ${measure.tone}`} title={measure.text}>
      <StatusIcon name={icon as 'check' | 'alert' | 'x'} size={14} />
      <span className={measure.tone === 'ok' ? 'hidden' : 'ellipsis'}>{measure.text}</span>
    </span>
  );
}

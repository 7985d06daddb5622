import { Button } from '../../../components/controls/button.tsx';
import { copyText } from '../../../components/documents/copy-text.ts';
import { IconCopy } from '@tabler/icons-react';
import type { FailingRowsSql } from './order.ts';
import { fieldTexts } from '../../../texts/contracts/contract.ts';

const mask = '***';

type Sample = Readonly<Record<string, unknown>>;

const isRow = (sample: unknown): sample is Sample =>
  typeof sample === 'object' && sample !== null && !Array.isArray(sample);

/** A value as it is stored; null is shown, because it is often the finding. */
function Value({ value }: { value: unknown }) {
  if (value === null || value === undefined) return <i className="faint">{fieldTexts.null}</i>;
  if (value === '') return <i className="faint">&quot;&quot;</i>;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Numbers stand at the right. */
function cellClass(rows: readonly Sample[], column: string): string {
  return rows.every((row) => typeof row[column] === 'number') ? 'mono number' : 'mono';
}

type FailingRowsProps = {
  samples: readonly unknown[];
  /** All rows that break the rule. */
  total: number | null;
  query?: FailingRowsSql | undefined;
};

/** Rows that break a rule: some of them, with nulls visible and masked values explained. */
export function FailingRows({ samples, total, query }: FailingRowsProps) {
  const rows = samples.map((sample) => (isRow(sample) ? sample : { value: sample }));
  const columns = [...new Set(rows.flatMap(Object.keys))];
  const isMasked = rows.some((row) => Object.values(row).includes(mask));
  return (
    <div className="failing-rows">
      <h3>
        {fieldTexts.samples}{' '}
        <span className="small faint">{fieldTexts.samplesOf(rows.length, total)}</span>
      </h3>
      <div className="samples sideways" tabIndex={0} role="region" aria-label={fieldTexts.samples}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} className={cellClass(rows, column)}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {columns.map((column) => (
                  <td key={column} className={cellClass(rows, column)}>
                    <Value value={row[column]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isMasked && <p className="tiny faint">{fieldTexts.maskedNote}</p>}
      {query !== undefined && <CopySql query={query} total={total} />}
    </div>
  );
}

/** Copies the query that finds all rows, or says why there is none. */
export function CopySql({ query, total }: { query: FailingRowsSql; total: number | null }) {
  if ('reason' in query) return <p className="sql tiny faint">{query.reason}</p>;
  const { sql } = query;
  return (
    <div className="sql">
      <Button compact title={sql} onClick={() => void copyText(sql, fieldTexts.sqlName)}>
        <IconCopy size={14} stroke={1.75} aria-hidden />
        {fieldTexts.copySql(total)}
      </Button>
    </div>
  );
}

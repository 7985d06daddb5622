import { useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { exampleTexts } from '../../../texts/products.ts';
import { columnsOf } from './example-rows.ts';
import { ExampleValue } from './example-value.tsx';

const pageSize = 30;

/** Rows of example data, 30 at first. */
export function ExampleTable({ rows }: { rows: readonly Record<string, unknown>[] }) {
  const [shown, setShown] = useState(pageSize);
  const columns = columnsOf(rows);
  const visible = rows.slice(0, shown);
  return (
    <>
      <div className="card sideways" role="region" aria-label={exampleTexts.table} tabIndex={0}>
        <table className="example">
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} className={isNumeric(rows, name) ? 'mono number' : 'mono'}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {visible.map((row, index) => (
              <tr key={index}>
                {columns.map((name) => (
                  <td key={name} className={typeof row[name] === 'number' ? 'mono number' : 'mono'}>
                    <ExampleValue value={row[name]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="row list-footer">
        <span className="small faint">{exampleTexts.rows(visible.length, rows.length)}</span>
        {visible.length < rows.length && (
          <Button compact className="push" onClick={() => setShown(shown + 200)}>
            {exampleTexts.more}
          </Button>
        )}
      </div>
    </>
  );
}

function isNumeric(rows: readonly Record<string, unknown>[], name: string): boolean {
  return rows.some((row) => typeof row[name] === 'number');
}

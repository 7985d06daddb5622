import { EmptyState } from '../../components/states/empty-state.tsx';
import { assetTexts } from '../../texts/assets.ts';
import type { Column } from './queries.ts';

type Row = { path: string; column: Column };

/** Columns with what is nested in them, in the order of the platform. */
const rowsOf = (columns: readonly Column[], prefix = ''): Row[] =>
  columns.flatMap((column) => {
    const path = `${prefix}${column.name}`;
    return [{ path, column }, ...rowsOf(column.properties ?? [], `${path}.`)];
  });

/** What the integration found in the asset. */
export function ColumnTable({ columns }: { columns: readonly Column[] }) {
  const rows = rowsOf(columns);
  return (
    <section>
      <h2 className="part-title">{assetTexts.columns}</h2>
      {rows.length === 0 ? (
        <div className="card">
          <EmptyState sort="nothing-yet" title={assetTexts.noColumns}>
            {assetTexts.noColumnsHint}
          </EmptyState>
        </div>
      ) : (
        <div className="card sideways" role="region" aria-label={assetTexts.columns} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th>{assetTexts.column}</th>
                <th>{assetTexts.type}</th>
                <th className="wide-only">{assetTexts.description}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ path, column }) => (
                <tr key={path}>
                  <td className="mono">{path}</td>
                  <td className="mono soft">
                    {column.type}
                    <Marks column={column} />
                  </td>
                  <td className="wide-only soft">{column.description ?? ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Marks({ column: { primaryKey, required } }: { column: Column }) {
  return (
    <>
      {primaryKey === true && <span className="chip">{assetTexts.key}</span>}
      {required === true && <span className="chip">{assetTexts.required}</span>}
    </>
  );
}

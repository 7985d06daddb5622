import { countText } from '../../../lib/numbers.ts';
import { schemaTexts } from '../../../texts/contracts/contract.ts';
import type { ChoosePlace, ErModel, ErTable } from './er-model.ts';

type RelationshipTableProps = { model: ErModel; onChoose?: ChoosePlace | undefined };

/** Says in words what the diagram draws: the tables with their keys, and what each refers to. */
export function RelationshipTable({ model, onChoose }: RelationshipTableProps) {
  const { tables } = model;
  const isTested = tables.some(({ failures }) => failures !== undefined);
  return (
    <div className="er-table" tabIndex={0} role="group" aria-label={schemaTexts.tables}>
      <table>
        <thead>
          <tr>
            <th>{schemaTexts.table}</th>
            <th className="number">{schemaTexts.fields}</th>
            <th>{schemaTexts.primaryKey}</th>
            <th>{schemaTexts.to}</th>
            {isTested && <th className="number">{schemaTexts.broken}</th>}
          </tr>
        </thead>
        <tbody>
          {tables.map((table, index) => (
            <tr key={`${table.name} ${index}`}>
              <td className="mono">
                <TableName table={table} onChoose={onChoose} />
              </td>
              <td className="number">{countText(table.fields.length)}</td>
              <td className="mono soft">{keyOf(table)}</td>
              <td className="mono soft">
                {referencesOf(model, table.name).map((reference) => (
                  <div key={reference}>{reference}</div>
                ))}
              </td>
              {isTested && <td className="number">{failuresText(table)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TableName({
  table: { name, at },
  onChoose,
}: {
  table: ErTable;
  onChoose: ChoosePlace | undefined;
}) {
  if (at === undefined || onChoose === undefined) return name;
  return (
    <button type="button" className="link-button" onClick={() => onChoose(at)}>
      {name}
    </button>
  );
}

const keyOf = ({ fields }: ErTable): string =>
  fields
    .filter(({ primaryKey }) => primaryKey)
    .map(({ path }) => path)
    .join(', ');

const failuresText = ({ failures = 0 }: ErTable): string =>
  failures > 0 ? schemaTexts.failCount(failures) : '–';

/** What a table refers to, each once. */
function referencesOf({ relationships, outsideRelationships }: ErModel, name: string): string[] {
  const inside = relationships
    .filter(({ from }) => from.table === name)
    .map(({ from, to }) => `${from.fields.join(', ')} → ${to.table}.${to.fields.join(', ')}`);
  const outside = outsideRelationships
    .filter(({ table }) => table === name)
    .map(({ field, to }) => schemaTexts.outside(field, to.join(', ')));
  return [...new Set([...inside, ...outside])];
}

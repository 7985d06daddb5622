import { countText } from '../../../lib/numbers.ts';
import { schemaTexts } from '../../../texts/contract.ts';
import type { Model } from '../queries.ts';
import { failuresOf } from './measure.ts';

/** Says in words what the diagram draws: the tables, and what each refers to. */
export function RelationshipTable({ model }: { model: Model }) {
  const { tables, relationships, outsideRelationships } = model;
  const referencesOf = (name: string): string[] => [
    ...relationships
      .filter(({ from }) => from.table === name)
      .map(({ from, to }) => `${from.fields.join(', ')} → ${to.table}.${to.fields.join(', ')}`),
    ...outsideRelationships
      .filter(({ table }) => table === name)
      .map(({ field, to }) => schemaTexts.outside(field, to.join(', '))),
  ];
  return (
    <div className="er-table">
      <table>
        <thead>
          <tr>
            <th>{schemaTexts.table}</th>
            <th className="number">{schemaTexts.fields}</th>
            <th>{schemaTexts.to}</th>
            <th className="number">{schemaTexts.broken}</th>
          </tr>
        </thead>
        <tbody>
          {tables.map((table) => (
            <tr key={table.name}>
              <td className="mono">{table.name}</td>
              <td className="number">{countText(table.fields.length)}</td>
              <td className="mono soft">
                {referencesOf(table.name).map((reference) => (
                  <div key={reference}>{reference}</div>
                ))}
              </td>
              <td className="number">
                {failuresOf(table) > 0 ? schemaTexts.failCount(failuresOf(table)) : '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import type { Relationship } from '../../../domain/standards/odcs/contract-model.ts';
import { columnLocation, isNested } from './locations.ts';
import type { CheckDraft, ColumnReference, Expectation } from './planned-check.ts';
import type { Found } from './references.ts';
import type { Subject } from './subject.ts';
import { impossible, notEvaluated } from './verdicts.ts';
import type { Verdict } from './verdicts.ts';

type Columns = { tableIndex: number; columns: ColumnReference[] };

const isForeignKey = ({ type }: Relationship): boolean => type.toLowerCase() === 'foreignkey';

function verdictOf(found: Exclude<Found, { kind: 'found' }>, reference: string): Verdict {
  return found.kind === 'outside'
    ? notEvaluated(
        `'${reference}' is not part of this contract, so the relationship was not checked`,
      )
    : impossible(`The relationship names '${reference}', but ${found.reason}`);
}

/** The columns of references, all in one table. */
function columnsOf(references: readonly string[], subject: Subject): Columns | Verdict {
  const columns: ColumnReference[] = [];
  const tableIndexes = new Set<number>();
  for (const reference of references) {
    const found = subject.references.find(reference);
    if (found.kind !== 'found') return verdictOf(found, reference);
    if (isNested(found.location))
      return notEvaluated(
        `'${reference}' is inside of a column, where relationships are not evaluated`,
      );
    columns.push(found.location.column);
    tableIndexes.add(found.tableIndex);
  }
  const [tableIndex = 0, another] = tableIndexes;
  if (another === undefined) return { tableIndex, columns };
  return impossible(`The relationship names columns of several tables: ${references.join(', ')}`);
}

function foreignKey(
  from: readonly ColumnReference[],
  to: readonly string[],
  subject: Subject,
): Expectation {
  const target = columnsOf(to, subject);
  return 'kind' in target ? target : { kind: 'foreign-key', columns: from, target };
}

/** Checks of the relationships of a property: each value that is present exists in the target. */
export function propertyRelationshipChecks(subject: Subject): CheckDraft[] {
  const { location } = subject;
  if (location === undefined) return [];
  return location.property.relationships.flatMap((relationship) =>
    relationship.to.map((target) => ({
      type: 'field_foreign_key',
      name: `Check that field ${location.field} has only values of ${target}`,
      field: location.field,
      dimension: 'consistency',
      expectation: expectationOfProperty(relationship, target, subject),
    })),
  );
}

function expectationOfProperty(
  relationship: Relationship,
  target: string,
  subject: Subject,
): Expectation {
  const { location } = subject;
  if (!isForeignKey(relationship))
    return notEvaluated(`Relationships of type '${relationship.type}' are not evaluated`);
  if (location === undefined || isNested(location))
    return notEvaluated('Relationships of what is inside of a column are not evaluated');
  return foreignKey([location.column], [target], subject);
}

/** The source columns of a table's relationship: `table.column`, or only the name of a column. */
function beginningOf({ from }: Relationship, subject: Subject): ColumnReference[] | Verdict {
  const { table, references } = subject;
  const own = from.map((name) => references.propertyNamed(table.properties, name));
  const columns = own.flatMap((property) =>
    property === undefined ? [] : [columnLocation(property).column],
  );
  if (columns.length === from.length) return columns;
  const found = columnsOf(from, subject);
  if ('kind' in found)
    return found.kind === 'not-evaluated' &&
      from.some((name) => references.find(name).kind === 'outside')
      ? impossible(
          `The relationship begins with ${from.join(', ')}, which the contract does not have`,
        )
      : found;
  if (found.tableIndex === subject.tableIndex) return found.columns;
  return impossible(`The relationship begins with ${from.join(', ')}, which is in another table`);
}

function expectationOfTable(relationship: Relationship, subject: Subject): Expectation {
  const { from, to } = relationship;
  if (!isForeignKey(relationship))
    return notEvaluated(`Relationships of type '${relationship.type}' are not evaluated`);
  if (from.length === 0) return impossible('The relationship does not say where it begins');
  if (from.length !== to.length)
    return impossible(`The relationship has ${from.length} columns but ${to.length} targets`);
  const columns = beginningOf(relationship, subject);
  return 'kind' in columns ? columns : foreignKey(columns, to, subject);
}

/** Checks of the relationships of a table: each combination of values exists in the target. */
export function tableRelationshipChecks(subject: Subject): CheckDraft[] {
  const { table, model } = subject;
  return table.relationships.map((relationship) => ({
    type: 'model_foreign_key',
    name:
      `Check that (${relationship.from.join(', ')}) of model ${model} has only values of ` +
      `(${relationship.to.join(', ')})`,
    dimension: 'consistency',
    expectation: expectationOfTable(relationship, subject),
  }));
}

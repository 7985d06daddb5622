import { durationOf } from '../../../domain/standards/odcs/durations.ts';
import type { SlaProperty } from '../../../domain/standards/odcs/contract-model.ts';
import { createReferenceFinder } from '../../../domain/standards/odcs/references.ts';
import { comparedAs } from './dbt-conditions.ts';
import type { DbtValue } from './dbt-jinja.ts';
import type { DbtColumn, DbtProject, DbtTable } from './dbt-project.ts';

/** How old the newest row of a table may be, and which column says how old it is. */
export type Freshness = { freshness: DbtValue; loadedAt: string };

const isFreshness = ({ property }: SlaProperty): boolean =>
  /^(?:freshness|latency)$/.test(property);

const periods = [
  [86_400, 'day'],
  [3_600, 'hour'],
] as const;

function periodOf(seconds: number): DbtValue {
  const [size, period] = periods.find(([length]) => seconds % length === 0) ?? [60, 'minute'];
  return { count: Math.max(1, Math.ceil(seconds / size)), period };
}

function limitOf({ value, unit }: SlaProperty): number | undefined {
  return value === undefined ? undefined : durationOf(value, unit, 'minutes')?.seconds;
}

/** dbt compares with the present moment, so that a day becomes one. */
function momentOf(project: DbtProject, column: DbtColumn): string | undefined {
  const kind = comparedAs({ ...project, sql: '', type: column.type });
  if (kind === 'timestamp') return column.source.sql;
  return kind === 'date' ? `cast(${column.source.sql} as timestamp)` : undefined;
}

/** Freshness by table, from the service levels that name a column. */
export function freshnessOf(project: DbtProject): Map<DbtTable, Freshness> {
  const { contract, notes, tables } = project;
  const finder = createReferenceFinder(contract);
  const found = new Map<DbtTable, Freshness>();
  for (const sla of contract.slaProperties) {
    if (!isFreshness(sla)) {
      notes.add('slaProperties', `${sla.property} is not checked by dbt`);
      continue;
    }
    const fallback = contract.slaDefaultElement === undefined ? [] : [contract.slaDefaultElement];
    const elements = sla.elements.length > 0 ? sla.elements : fallback;
    const seconds = limitOf(sla);
    if (elements.length === 0 || seconds === undefined)
      notes.add('slaProperties', `${sla.property} names no column or no time that is understood`);
    for (const element of seconds === undefined ? [] : elements) {
      const place = finder.find(element);
      const at = typeof place === 'string' || place.path.length !== 1 ? undefined : place;
      const table = tables.find((entry) => entry.table === at?.table);
      const column = table?.columns.find(({ property }) => property === at?.path[0]);
      const loadedAt = column && momentOf(project, column);
      if (table === undefined || loadedAt === undefined || seconds === undefined) {
        notes.add('slaProperties', `${sla.property} of ${element} leads to no column with a time`);
      } else found.set(table, { freshness: { error_after: periodOf(seconds) }, loadedAt });
    }
  }
  return found;
}

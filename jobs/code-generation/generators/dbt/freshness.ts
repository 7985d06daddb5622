import { durationOf } from '../../../../domain/standards/odcs/durations.ts';
import type { SlaProperty } from '../../../../domain/standards/odcs/contract-model.ts';
import { comparedAs } from './conditions.ts';
import type { DbtValue } from './jinja.ts';
import type { DbtProject } from './project.ts';
import type { DbtColumn, DbtTable } from './tables.ts';
import { queryDialect } from './types.ts';

/** The maximum age of the newest row of a table, and the column with the timestamp. */
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

/** dbt compares with the current timestamp, so a date is cast to a timestamp. */
function timestampOf(project: DbtProject, column: DbtColumn): string | undefined {
  const kind = comparedAs({
    dialect: queryDialect(project.dialect),
    type: column.type,
  });
  if (kind === 'timestamp') return column.source.sql;
  return kind === 'date' ? `cast(${column.source.sql} as timestamp)` : undefined;
}

type FreshnessTarget = { table: DbtTable; loadedAt: string };

function targetOf(project: DbtProject, element: string): FreshnessTarget | undefined {
  const found = project.finder.find(element);
  if ('reason' in found || found.path.length !== 1) return undefined;
  const table = project.tables.find((entry) => entry.table === found.table);
  const column = table?.columns.find(({ property }) => property === found.path[0]);
  const loadedAt = column && timestampOf(project, column);
  return table && loadedAt ? { table, loadedAt } : undefined;
}

/** The elements of a service level: its own, else the default of the contract. */
function elementsOf({ contract }: DbtProject, { elements }: SlaProperty): readonly string[] {
  const { slaDefaultElement } = contract;
  return elements.length > 0 || slaDefaultElement === undefined ? elements : [slaDefaultElement];
}

/** Freshness by table, from the service levels that name a column. */
export function freshnessOf(project: DbtProject): Map<DbtTable, Freshness> {
  const { contract, notes } = project;
  const found = new Map<DbtTable, Freshness>();
  for (const sla of contract.slaProperties) {
    const elements = elementsOf(project, sla);
    const seconds = limitOf(sla);
    if (!isFreshness(sla)) continue;
    if (elements.length === 0 || seconds === undefined)
      notes.warn('slaProperties', `${sla.property} names no column or no time that is understood`);
    else for (const element of elements) set(found, project, sla, { element, seconds });
  }
  return found;
}

function set(
  found: Map<DbtTable, Freshness>,
  project: DbtProject,
  sla: SlaProperty,
  { element, seconds }: { element: string; seconds: number },
): void {
  const target = targetOf(project, element);
  if (target === undefined) {
    const why = `${sla.property} of ${element} leads to no column with a time`;
    project.notes.warn('slaProperties', why);
  } else {
    const freshness = { error_after: periodOf(seconds) };
    found.set(target.table, { freshness, loadedAt: target.loadedAt });
  }
}

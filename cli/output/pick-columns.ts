import { memberAt } from './columns.ts';
import type { Column } from './columns.ts';

/** Members that say what an item is, in the order of columns. */
const wanted = [
  'id',
  'externalId',
  'organizationApiKeyId',
  'ingestionRunId',
  'emailAddress',
  'name',
  'title',
  'displayName',
  'info.name',
  'info.title',
  'info.status',
  'kind',
  'type',
  'version',
  'status',
  'state',
  'result',
  'severity',
  'message',
  'teamId',
  'owner',
  'updatedAt',
  'createdAt',
  'time',
];

const maxColumns = 6;

/** Columns for items of any form: the members that people look for first; undefined if the items have none of them. */
export function pickColumns(items: readonly unknown[]): readonly Column[] | undefined {
  const records = items.slice(0, 20).map((item) => Object(item) as Record<string, unknown>);
  const isShown = (name: string) => records.some((record) => isScalar(memberAt(record, name)));
  const others = Object.keys(records[0] ?? {}).filter((name) => !wanted.includes(name));
  const found = [...wanted, ...others].filter(isShown).slice(0, maxColumns);
  if (found.length === 0) return undefined;
  return found.map((name) => ({ head: headOf(name), of: name }));
}

function isScalar(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'object';
}

/** `teamId` → `TEAM ID`. */
function headOf(name: string): string {
  return name
    .slice(name.lastIndexOf('.') + 1)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toUpperCase();
}

import { refuse } from '../errors.ts';
import { objectIn, objectsIn, textOf } from '../../lib/json/facts.ts';
import { maxColumnPairs } from './event-schema.ts';
import { digestId, nodeIdOf } from './nodes.ts';

/** A column that is made of another one; `toColumn` is null if the whole dataset depends on the read column. */
export type LineageColumn = {
  id: string;
  jobId: string;
  fromId: string;
  fromColumn: string;
  toId: string;
  toColumn: string | null;
  /** Such as `DIRECT/AGGREGATION`; null if the event does not say. */
  transformation: string | null;
};

type Dataset = { namespace: string; name: string; facets?: Record<string, unknown> };

/** Maximum length of a column's name; longer ones are no names of columns. */
const maxName = 1_000;

/** The pairs of columns in the facet `columnLineage` of the written datasets; each pair once. */
export function readColumns(jobId: string, written: readonly Dataset[]): LineageColumn[] {
  const found = new Map<string, LineageColumn>();
  for (const dataset of written) {
    const facet = objectIn(dataset.facets?.['columnLineage']);
    const toId = nodeIdOf({ type: 'dataset', ...dataset });
    for (const [toColumn, field] of Object.entries(objectIn(facet['fields']))) {
      for (const input of objectsIn(objectIn(field)['inputFields'])) {
        add(found, input, { jobId, toId, toColumn });
      }
    }
    for (const input of objectsIn(facet['dataset']))
      add(found, input, { jobId, toId, toColumn: null });
  }
  return [...found.values()];
}

function add(
  found: Map<string, LineageColumn>,
  input: object,
  to: Pick<LineageColumn, 'jobId' | 'toId' | 'toColumn'>,
): void {
  const { namespace, name, field, transformations } = input as Record<string, unknown>;
  const [from, inside, fromColumn] = [textOf(namespace), textOf(name), textOf(field)];
  if (from === undefined || inside === undefined || fromColumn === undefined) return;
  if (fromColumn.length > maxName || (to.toColumn?.length ?? 0) > maxName) return;
  const fromId = nodeIdOf({ type: 'dataset', namespace: from, name: inside });
  const id = digestId([to.jobId, fromId, fromColumn, to.toId, JSON.stringify(to.toColumn)]);
  found.set(id, {
    ...to,
    id,
    fromId,
    fromColumn,
    transformation: transformationOf(transformations),
  });
  if (found.size > maxColumnPairs) {
    refuse(
      'invalid_body',
      `The facets columnLineage name more than ${maxColumnPairs} pairs of columns.`,
    );
  }
}

function transformationOf(transformations: unknown): string | null {
  const [first] = objectsIn(transformations);
  if (!first) return null;
  const parts = [textOf(first['type']), textOf(first['subtype'])].filter(
    (part) => part !== undefined,
  );
  return parts.length === 0 ? null : parts.join('/').slice(0, 200);
}

import type {
  ContractProperty,
  ContractServer,
} from '../../../domain/standards/odcs/contract-model.ts';
import type { CheckDraft, ColumnReference } from './planned-check.ts';

/** Servers whose columns have types of their own, so that `physicalType` can be compared with them. */
const serversWithPhysicalTypes: ReadonlySet<string> = new Set(['postgres', 'postgresql']);

/** Formats without column types: there the values are checked instead. */
const untypedFormats: ReadonlySet<string> = new Set(['csv', 'json', 'ndjson', 'jsonl']);

/** The format of a file server: as declared, else the ending of its path, in lower case. */
function formatOf(server: ContractServer): string | undefined {
  if (typeof server['format'] === 'string') return server['format'].toLowerCase();
  const path = server['path'] ?? server['location'];
  if (typeof path !== 'string') return undefined;
  return /\.(csv|json|ndjson|jsonl|parquet)(?:\.(?:gz|zst))?$/i.exec(path)?.[1]?.toLowerCase();
}

/**
 * The check of a property's type, if it declares one: `physicalType` where columns have types, else `logicalType`.
 * In CSV and JSON files `field_type` asks whether each value can be read as the declared type.
 */
export function typeChecks(
  property: ContractProperty,
  column: ColumnReference,
  server: ContractServer,
): CheckDraft[] {
  const field = property.physicalName;
  const { physicalType, logicalType } = property;
  if (physicalType !== undefined && serversWithPhysicalTypes.has(server.type.toLowerCase())) {
    const name = `Check that field ${field} has physical type ${physicalType}`;
    const expectation = { kind: 'physical-type', column, physicalType } as const;
    return [{ type: 'field_physical_type', name, field, expectation }];
  }
  if (logicalType === undefined) return [];
  const untyped =
    server.type.toLowerCase() === 'local' && untypedFormats.has(formatOf(server) ?? '');
  const name = `Check that field ${field} has type ${logicalType}`;
  const expectation = untyped
    ? ({ kind: 'rows', column, rule: { kind: 'castable', logicalType } } as const)
    : ({ kind: 'logical-type', column, logicalType } as const);
  return [{ type: 'field_type', name, field, expectation }];
}

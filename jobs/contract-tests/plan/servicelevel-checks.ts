import type {
  ContractModel,
  ContractServer,
  SlaProperty,
} from '../../../domain/standards/odcs/contract-model.ts';
import { durationOf } from '../../../domain/standards/odcs/durations.ts';
import type { Duration, MeaningOfM } from '../../../domain/standards/odcs/durations.ts';
import { isNested } from './locations.ts';
import type { CheckDraft, ColumnReference, Expectation } from './planned-check.ts';
import type { References } from './references.ts';
import { modelNameOf } from './server-kind.ts';
import { notEvaluated } from './verdicts.ts';

type Measure = 'freshness' | 'retention' | 'frequency';

type Level = { measure: Measure; title: string; m: MeaningOfM; dimension: string };

const freshness: Level = {
  measure: 'freshness',
  title: 'Freshness',
  m: 'minutes',
  dimension: 'timeliness',
};

/**
 * Service levels that can be measured on data; other properties (availability, throughput, …) are promises
 * about the service.
 */
const levels: Readonly<Record<string, Level>> = {
  freshness,
  latency: freshness,
  retention: { measure: 'retention', title: 'Retention', m: 'months', dimension: 'conformity' },
  frequency: { measure: 'frequency', title: 'Frequency', m: 'minutes', dimension: 'timeliness' },
};

/** A check of a service level, and its table. */
export type ServiceLevelCheck = { tableIndex: number; model: string; draft: CheckDraft };

function limitShown({ measure }: Level, duration: Duration | undefined): string {
  if (duration === undefined) return '';
  return measure === 'retention' ? ` < ${duration.seconds}s` : ` < ${duration.shown}`;
}

type Contract = { model: ContractModel; server: ContractServer; references: References };

/** The target of a service level: a location in the contract, or the reason why there is none. */
type Target = {
  tableIndex: number;
  model: string;
  field?: string;
  column?: ColumnReference;
  reason?: string;
  /** Its text in the names of checks. */
  shown: string;
};

function nothing(element: string, reason: string): Target {
  const shown = element === '' ? '' : ` of ${element}`;
  const [table = ''] = element.includes('.') ? element.split('.') : [];
  return { tableIndex: 0, model: table, reason, shown };
}

function targetOf(element: string | undefined, contract: Contract): Target {
  const { model, server, references } = contract;
  if (element === undefined)
    return nothing(
      '',
      'The service level names no element, so there is no column to measure it on',
    );
  const found = references.find(element);
  if (found.kind !== 'found') {
    const why =
      found.kind === 'unknown' ? found.reason : 'the contract has no such table and column';
    return nothing(element, `The service level names '${element}', but ${why}`);
  }
  const { tableIndex, location } = found;
  const named = model.tables[tableIndex];
  const table = named === undefined ? '' : modelNameOf(named, server);
  const about = {
    tableIndex,
    model: table,
    field: location.field,
    shown: ` of ${table}.${location.field}`,
  };
  return isNested(location)
    ? {
        ...about,
        reason: `'${element}' is inside of a column, where service levels are not evaluated`,
      }
    : { ...about, column: location.column };
}

function expectationOf(
  level: Level,
  { column, reason = '' }: Target,
  duration: Duration | undefined,
): Expectation {
  if (column === undefined) return notEvaluated(reason);
  if (duration === undefined)
    return notEvaluated('The service level has no value with a known unit of time');
  return { kind: level.measure, column, seconds: duration.seconds };
}

function checkOf(sla: SlaProperty, level: Level, target: Target): ServiceLevelCheck {
  const { tableIndex, model, field, shown } = target;
  const duration = sla.value === undefined ? undefined : durationOf(sla.value, sla.unit, level.m);
  const type = `servicelevel_${level.measure}`;
  return {
    tableIndex,
    model,
    draft: {
      key: type,
      category: 'servicelevel',
      type,
      name: `${level.title}${shown}${limitShown(level, duration)}`,
      ...(field !== undefined && { field }),
      dimension: level.dimension,
      qualityReference: sla.id,
      expectation: expectationOf(level, target, duration),
    },
  };
}

/** The elements of a service level: its own, else the default of the contract, else none. */
function elementsOf(sla: SlaProperty, model: ContractModel): readonly (string | undefined)[] {
  return sla.elements.length > 0 ? sla.elements : [model.slaDefaultElement];
}

/**
 * The checks of `slaProperties`, one for each element. Freshness and latency limit the age of the newest value,
 * retention the age of the oldest, frequency the time between values; other properties cannot be measured on
 * data and give no check.
 */
export function serviceLevelChecks(
  model: ContractModel,
  server: ContractServer,
  references: References,
): ServiceLevelCheck[] {
  const contract = { model, server, references };
  return model.slaProperties.flatMap((sla) => {
    const level = Object.hasOwn(levels, sla.property) ? levels[sla.property] : undefined;
    if (level === undefined) return [];
    return elementsOf(sla, model).map((element) =>
      checkOf(sla, level, targetOf(element, contract)),
    );
  });
}

import type { Static } from '@sinclair/typebox';
import { Refusal, refuse } from '../errors.ts';
import type { RefusalCode, Violation } from '../errors.ts';
import { validateWith } from '../validation/validation.ts';
import { inspectJson, isObject } from '../../lib/json/json.ts';
import { objectIn, textOf } from '../../lib/json/facts.ts';
import { readColumns } from './columns.ts';
import type { LineageColumn } from './columns.ts';
import { lineageEventSchema } from './event-schema.ts';
import { digestId, nodeIdOf } from './nodes.ts';
import type { LineageName } from './nodes.ts';

type SentEvent = Static<typeof lineageEventSchema>;
type SentDataset = NonNullable<SentEvent['dataset']>;

/** A dataset or job of an event; `assetId` is the asset that the event names for it. */
export type LineageNodeRecord = LineageName & { id: string; assetId: string | null };

/** What is stored of an event beside its text; all but the ports of its product. */
export type LineageRecord = {
  kind: 'run' | 'job' | 'dataset';
  eventType: string | null;
  eventTime: string | null;
  runId: string | null;
  /** Node of the job; of a dataset event, of the dataset. */
  subjectId: string;
  /** Digest of the event: what comes again has the same. */
  digest: string;
  inputs: string[];
  outputs: string[];
  nodes: LineageNodeRecord[];
  columns: LineageColumn[];
  /** Product and output port, as the facet of the run names them. */
  dataProductId: string | undefined;
  outputPort: string | undefined;
};

/** The record of an event, or why it is refused. */
export type ReadEvent =
  | { record: LineageRecord; refusal?: undefined }
  | {
      record?: undefined;
      refusal: { code: RefusalCode; message: string; violations: Violation[] };
    };

/** Maximum number of events in a batch. */
const maxEvents = 5_000;

/** Postgres and readers of events recurse into facets. */
const maxDepth = 64;

/** Reads a body that is one event; refuses with `malformed_body` or `invalid_body`. */
export function readLineageEvent(text: string): LineageRecord {
  const event = parse(text);
  const read = readEvent(event);
  if (!read.refusal) return read.record;
  const { code, message, violations } = read.refusal;
  return refuse(code, message, violations.length > 0 ? { violations } : {});
}

/** Reads a body that is an array of events; refuses with `malformed_body` or `invalid_body` only the array. */
export function readLineageEvents(text: string): ReadEvent[] {
  const events = parse(text);
  if (!Array.isArray(events) || events.length === 0) {
    refuse('invalid_body', 'The body must be a JSON array with at least one event of OpenLineage.');
  }
  if (events.length > maxEvents) {
    refuse(
      'invalid_body',
      `The batch has ${events.length} events; ${maxEvents} are allowed: send it in parts.`,
    );
  }
  return events.map(readEvent);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refuse('malformed_body', `The body is not JSON: ${reason}`);
  }
}

function readEvent(event: unknown): ReadEvent {
  try {
    assertStorable(event);
    const [first] = validateWith(lineageEventSchema, event);
    if (first) {
      refuse('invalid_body', `This is no event of OpenLineage: ${first.field} ${first.message}.`, {
        violations: validateWith(lineageEventSchema, event),
      });
    }
    return { record: toRecord(event as SentEvent) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, violations = [] } = error;
    return { refusal: { code, message, violations } };
  }
}

function assertStorable(event: unknown): void {
  if (!isObject(event)) refuse('invalid_body', 'An event of OpenLineage is a JSON object.');
  const { tooDeep, unstorableAt } = inspectJson(event, maxDepth);
  if (tooDeep) refuse('invalid_body', `The event is nested deeper than ${maxDepth} levels.`);
  if (unstorableAt === undefined) return;
  refuse('invalid_body', `The text at ${unstorableAt} has a character that cannot be stored.`);
}

function toRecord(event: SentEvent): LineageRecord {
  const kind = kindOf(event);
  const { eventType, eventTime, run } = event;
  return {
    kind,
    eventType: kind === 'run' ? (eventType ?? null) : null,
    eventTime: eventTime === undefined ? null : instantOf(eventTime),
    runId: run?.runId ?? null,
    digest: digestId([JSON.stringify(event)]),
    ...(kind === 'dataset' ? datasetParts(event.dataset as SentDataset) : jobParts(event)),
    ...portOf(run),
  };
}

function portOf(run: SentEvent['run']): Pick<LineageRecord, 'dataProductId' | 'outputPort'> {
  const facet = objectIn(objectIn(run?.facets)['entropy_data']);
  const { dataProductId, outputPortId, outputPortName } = facet;
  return {
    dataProductId: textOf(dataProductId),
    outputPort: textOf(outputPortId) ?? textOf(outputPortName),
  };
}

type Parts = Pick<LineageRecord, 'subjectId' | 'inputs' | 'outputs' | 'nodes' | 'columns'>;

function datasetParts(dataset: SentDataset): Parts {
  const node = toDataset(dataset);
  const columns = readColumns(node.id, [dataset]);
  return { subjectId: node.id, inputs: [], outputs: [node.id], nodes: [node], columns };
}

function jobParts({ job, inputs: read, outputs: written }: SentEvent): Parts {
  const { namespace, name } = job as NonNullable<SentEvent['job']>;
  const named: LineageName = { type: 'job', namespace, name };
  const subject: LineageNodeRecord = { ...named, id: nodeIdOf(named), assetId: null };
  const inputs = (read ?? []).map(toDataset);
  const outputs = (written ?? []).map(toDataset);
  return {
    subjectId: subject.id,
    inputs: idsOf(inputs),
    outputs: idsOf(outputs),
    nodes: [subject, ...inputs, ...outputs],
    columns: readColumns(subject.id, written ?? []),
  };
}

function kindOf({ run, job, dataset, eventType }: SentEvent): LineageRecord['kind'] {
  if (dataset && !run && !job) return 'dataset';
  const missing = !job ? 'job' : run && eventType === undefined ? 'eventType' : undefined;
  if (missing === undefined) return run ? 'run' : 'job';
  return refuse(
    'invalid_body',
    `This is no event of OpenLineage: ${missing} is required${run ? ' of run events' : ', or dataset of dataset events'}.`,
    { violations: [{ field: missing, message: 'is required' }] },
  );
}

function toDataset({ namespace, name, facets }: SentDataset): LineageNodeRecord {
  const dataset: LineageName = { type: 'dataset', namespace, name };
  const { assetId } = objectIn(objectIn(facets)['entropy_data']);
  return { ...dataset, id: nodeIdOf(dataset), assetId: textOf(assetId)?.slice(0, 256) ?? null };
}

const idsOf = (nodes: readonly LineageNodeRecord[]): string[] => [
  ...new Set(nodes.map(({ id }) => id)),
];

/** Postgres has no year 0 and JavaScript no leap second. */
function instantOf(text: string): string {
  const instant = new Date(text);
  if (!Number.isNaN(instant.getTime()) && instant.getUTCFullYear() > 0)
    return instant.toISOString();
  return refuse('invalid_body', `eventTime ${text} is no time that can be stored.`, {
    violations: [{ field: 'eventTime', message: 'must be a time of the common era' }],
  });
}

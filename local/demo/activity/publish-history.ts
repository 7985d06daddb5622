import type { JsonObject } from '../../../lib/json/json.ts';
import type { Api } from '../api-client.ts';
import type { DemoDocument } from '../demo-documents.ts';
import { dayAfter } from './read-activity.ts';
import { asJson } from './as-json.ts';

/** A check that failed on some days, counted back from today. */
type Failure = {
  type: string;
  model: string;
  field: string;
  /** Number of failing rows. */
  rows: number;
  days: [first: number, last: number][];
  sample: JsonObject;
};

/** The nightly tests of one contract on one server. */
export type TestHistory = {
  contract: string;
  server: string;
  rows: number;
  failures: Failure[];
};

type PublishedCheck = { type: string; model: string; field: string; result: string } & JsonObject;

const historyDays = 30;
const concurrency = 6;

/** Publishes a result for each of the 30 days before today, as a pipeline would; results that exist stay. */
export async function publishHistory(
  api: Api,
  documents: readonly DemoDocument[],
  histories: readonly TestHistory[],
  today: Date,
): Promise<void> {
  const results = histories.flatMap((history) => {
    const contract = documents.find(({ id }) => id === history.contract);
    if (!contract) return [];
    return Array.from({ length: historyDays }, (_, index) =>
      resultOf(history, contract.content, { daysAgo: historyDays - index, today }),
    );
  });
  for (let begin = 0; begin < results.length; begin += concurrency) {
    const together = results.slice(begin, begin + concurrency);
    await Promise.all(together.map((result) => api('POST', '/api/test-results', asJson(result))));
  }
}

function resultOf(
  history: TestHistory,
  contract: JsonObject,
  { daysAgo, today }: { daysAgo: number; today: Date },
): object {
  const { contract: id, server, rows } = history;
  const day = dayAfter(today, -daysAgo);
  const failed = history.failures.filter(({ days }) =>
    days.some(([first, last]) => daysAgo <= first && daysAgo >= last),
  );
  const mended = history.failures
    .filter((failure) => !failed.includes(failure))
    .map((failure) => passedCheck(failure, rows));
  const passed = [...mended, ...checksOf(contract, rows)].filter(
    (check, index, all) =>
      !failed.some((failure) => isSame(failure, check)) &&
      all.findIndex((other) => isSame(other, check)) === index,
  );
  return {
    id: `${id}-${server}-${day}`,
    dataContractId: id,
    dataContractVersion: contract['version'],
    server,
    timestampStart: `${day}T04:40:00.000Z`,
    timestampEnd: `${day}T04:40:0${1 + (daysAgo % 4)}.${100 + daysAgo}Z`,
    result: failed.length > 0 ? 'failed' : 'passed',
    checks: [...failed.map((failure) => failedCheck(failure, rows)), ...passed],
    logs: [{ level: 'INFO', message: 'Nightly pipeline', timestamp: `${day}T04:40:00.000Z` }],
  };
}

function failedCheck(failure: Failure, total: number): PublishedCheck {
  const { type, model, field, rows, sample } = failure;
  return {
    type,
    name: `Check ${field} of ${model}`,
    model,
    field,
    engine: 'pipeline',
    result: 'failed',
    reason: `${rows} of ${total} rows break the rule`,
    totalNumber: total,
    failedNumber: rows,
    failedSamples: [sample],
  };
}

type Place = Pick<Failure, 'type' | 'model' | 'field'>;

const isSame = (one: Place, other: Place): boolean =>
  one.type === other.type && one.model === other.model && one.field === other.field;

function passedCheck({ type, model, field }: Place, totalNumber: number): PublishedCheck {
  return {
    type,
    name: `Check ${field} of ${model}`,
    model,
    field,
    engine: 'pipeline',
    result: 'passed',
    totalNumber,
    failedNumber: 0,
  };
}

type Model = { name: string; properties?: { name: string; required?: boolean }[] };

/** Two checks of each field, three of required ones, all passed. */
function checksOf(contract: JsonObject, totalNumber: number): PublishedCheck[] {
  const models = contract['schema'] as Model[];
  return models.flatMap(({ name: model, properties = [] }) =>
    properties.flatMap(({ name: field, required }) =>
      ['field_is_present', 'field_type', ...(required ? ['field_required'] : [])].map((type) =>
        passedCheck({ type, model, field }, totalNumber),
      ),
    ),
  );
}

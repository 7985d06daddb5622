import { judgeBranch, mergeBranch, withVersion } from './contract-branches/judge-branch.ts';
import { setPortVersions } from './contract-branches/set-port-versions.ts';
import { contractExtracts } from './documents/contract-extracts.ts';
import { documentTasks } from './documents/document-tasks.ts';
import { productExtracts } from './documents/product-extracts.ts';
import type { Refusal } from './errors.ts';
import { readLineageEvent, readLineageEvents } from './lineage/read-events.ts';
import { judgeText } from './policies/judge.ts';
import { judgeProduct } from './product-changes/compare-products.ts';
import { readMessagingText } from './messaging/read-body.ts';
import type { ontologyTasks } from './semantics/ontology-tasks.ts';
import { isSameJson, readPublishedResults } from './test-results/read-published-results.ts';
import { readTraces } from './usage/read-traces.ts';

type OntologyTasks = typeof ontologyTasks;

/** A task on ontologies, whose code most processes never need: loaded with the first one. */
function onOntologies<Name extends keyof OntologyTasks>(name: Name) {
  type Work = (
    ...input: Parameters<OntologyTasks[Name]>
  ) => Promise<Awaited<ReturnType<OntologyTasks[Name]>>>;
  const work = async (...input: unknown[]): Promise<unknown> => {
    const code = await import('./semantics/ontology-tasks.ts');
    return (code.ontologyTasks[name] as (...values: unknown[]) => unknown)(...input);
  };
  return work as Work;
}

/** Tasks on untrusted or large texts. All are pure and exchange plain data, so that they can run in another process. */
export const tasks = {
  prepare: onOntologies('prepare'),
  compare: onOntologies('compare'),
  compareReplaced: onOntologies('compareReplaced'),
  merge: onOntologies('merge'),
  resolve: onOntologies('resolve'),
  edit: onOntologies('edit'),
  readEntry: onOntologies('readEntry'),
  listNamed: onOntologies('listNamed'),
  fromRdf: onOntologies('fromRdf'),
  toRdf: onOntologies('toRdf'),
  ...documentTasks,
  ...productExtracts,
  ...contractExtracts,
  readPublishedResults,
  isSameJson,
  readMessagingText,
  readLineageEvent,
  readLineageEvents,
  judgeText,
  judgeProduct,
  readTraces,
  judgeBranch,
  mergeBranch,
  withVersion,
  setPortVersions,
};

export type Tasks = typeof tasks;

export type TaskRequest = { task: keyof Tasks; input: readonly unknown[] };

export type TaskAnswer =
  | { result: unknown; refusal?: undefined; failure?: undefined }
  | {
      refusal: Pick<Refusal, 'code' | 'message' | 'violations' | 'extra'>;
      failure?: undefined;
    }
  | { failure: string; refusal?: undefined };

import { generators } from '../../../../jobs/code-generation/generators/index.ts';
import { contract } from '../../builders/contracts.ts';
import { entity, ontology, semantics } from '../../builders/ontologies.ts';
import { integrations } from '../../fakes/stub-source.ts';
import { insist, insistOn } from './books.ts';
import { brokenChecks, listStoredRuns } from './contract-stock.ts';
import type { ContractStock, Stock } from './contract-stock.ts';
import { countTraces, newestWork } from '../ingestion-fleet.ts';
import { expectStatus, range } from './load.ts';
import type { Load, LoadTarget } from './load.ts';

/** Contract tests of small files and of one that takes longer. */
export function testsOf({ ours, random }: LoadTarget, stock: ContractStock): Load {
  const stocks: Stock[] = [
    { id: 'small', rows: 60, format: 'csv', faults: [] },
    { id: 'broken', rows: 80, format: 'json', faults: ['bad status', 'double id'] },
    { id: 'large', rows: 150_000, format: 'csv', faults: ['missing amount'] },
  ];
  const requested = new Map<string, Stock>();
  return {
    kind: 'contract-tests',
    prepare: async () => {
      for (const each of stocks) await stock.add(each);
    },
    request: async () => {
      for (const _ of range(30)) {
        const chosen = random.pick(stocks);
        requested.set((await stock.request(chosen.id)).testRunId, chosen);
      }
    },
    audit: async () => {
      const runs = await listStoredRuns(ours.database);
      const surprises = runs.filter(({ id, outcome, results }) => {
        const of = requested.get(id);
        const [found, ...more] = results;
        return (
          outcome !== 'COMPLETED' || more.length > 0 || found?.failed !== (of && brokenChecks(of))
        );
      });
      const missing = runs.length === requested.size ? [] : [`${runs.length} test runs`];
      return [...missing, ...surprises.map((run) => JSON.stringify(run))];
    },
  };
}

/** Every generator on some contracts, each requested twice. */
export function generationsOf(target: LoadTarget): Load {
  const ids = ['generated-0', 'generated-1'];
  const wanted = ids.flatMap((id) => generators.map(({ type }) => ({ id, type })));
  const texts: string[][] = [];
  const generate = async ({ id, type }: (typeof wanted)[number]): Promise<string> => {
    const path = `/api/datacontracts/${id}/generate`;
    const { answer } = await insistOn(target.ours, target.random, 'POST', [
      path,
      { body: { type } },
    ]);
    return `${type} ${answer.status} ${answer.text}`;
  };
  return {
    kind: 'code-generation',
    request: async () => {
      for (const id of ids) {
        await expectStatus(target, 200, ['PUT', `/api/datacontracts/${id}`, contract(id)]);
      }
      texts.push(await Promise.all(wanted.map(generate)));
    },
    audit: async () => {
      texts.push(await Promise.all(wanted.map(generate)));
      const [first = [], second = []] = texts;
      const rows = await target.ours.database.knex('generations');
      return [
        ...first.filter((text, at) => text !== second[at] || !text.includes(' 200 ')),
        ...(rows.length === wanted.length ? [] : [`${rows.length} generations`]),
      ];
    },
  };
}

/** Scans of the database of the installation itself. */
export function scansOf({ ours }: LoadTarget): Load {
  const ids = ['scan-0', 'scan-1', 'scan-2'];
  const call = integrations(ours);
  const { hostname, port, username, password, pathname } = new URL(ours.url);
  const document = {
    source: 'postgres',
    configuration: {
      host: hostname,
      port: Number(port),
      database: pathname.slice(1),
      sslmode: 'disable',
    },
    credentials: { username, password: decodeURIComponent(password) },
  };
  return {
    kind: 'ingestion',
    request: async () => {
      for (const id of ids) {
        await call.put(id, document);
        const { answer } = await insist(() => call.trigger(id));
        // An unanswered attempt has started the run.
        expect([202, 409]).toContain(answer.status);
      }
    },
    audit: async () => {
      const wrong = await Promise.all(
        ids.map(async (id) => {
          const { status } = await call.latest(id);
          const { attempt } = await newestWork(ours, id);
          // A run is resumed once: a run that has lost two workers ends FAILED, with each stored asset present once.
          const isEnded = status === 'SUCCESS' || (status === 'FAILED' && attempt === 2);
          const {
            assets = 0,
            revisions,
            created,
            createdOnce,
            others = 0,
            ended,
          } = await countTraces(ours, id);
          // Postgres may have estimated row counts again between two attempts: each revision after the first has its own event.
          const firsts = (revisions ?? 0) - others;
          const isOnce = [firsts, created, createdOnce].every((count) => count === assets);
          const isWhole = status === 'FAILED' || assets > 50;
          const counts = JSON.stringify({
            status,
            attempt,
            assets,
            revisions,
            created,
            others,
            ended,
          });
          return isEnded && isOnce && isWhole && ended === 1 ? [] : [`${id}: ${counts}`];
        }),
      );
      return wrong.flat();
    },
  };
}

/** Branches of one ontology that are merged concurrently. */
export function mergesOf({ ours, random }: LoadTarget): Load {
  const branches = range(6).map((n) => `branch-${n}`);
  const concepts = range(240);
  const textOf = (own: number, added: string[]): string => {
    const changed = (n: number): boolean => n % branches.length === own;
    const entries = concepts.map((n) =>
      entity(`Concept ${n}`, changed(n) ? 'Changed' : 'As it was'),
    );
    return ontology('torn', [...entries, ...added.map((name) => entity(name))]);
  };
  const call = semantics(ours);
  return {
    kind: 'ontology-merges',
    request: async () => {
      await call.put('torn', textOf(-1, []));
      for (const [own, name] of branches.entries()) {
        await call.cut('torn', name);
        expect((await call.putBranch('torn', name, textOf(own, [name]))).status).toBe(200);
      }
      await Promise.all(
        branches.map(async (name) => {
          const headers = { 'idempotency-key': name };
          const path = call.branchAt('torn', name, '/merge');
          const { answer } = await insistOn(ours, random, 'POST', [path, { headers }]);
          expect([name, answer.status]).toEqual([name, 204]);
        }),
      );
    },
    audit: async () => {
      const { knex } = ours.database;
      const merged = await knex('events').where({ type: 'SemanticBranchMergedEvent' });
      const { text } = await call.get('torn');
      const changed = text.match(/description: Changed/g)?.length;
      const names = merged
        .map((event) => event.subject_id)
        .sort()
        .join();
      return [
        ...(changed === concepts.length ? [] : [`${changed} concepts are changed`]),
        ...(names === branches.map((name) => `torn/${name}`).join() ? [] : [`merged: ${names}`]),
      ];
    },
  };
}

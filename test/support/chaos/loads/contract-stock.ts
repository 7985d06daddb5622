import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startContractTest } from '../../../../commands/contract-tests/start-contract-test.ts';
import type { StartedTest } from '../../../../commands/contract-tests/start-contract-test.ts';
import { readDocument } from '../../../../domain/documents/read-document.ts';
import { putDocument } from '../../../../commands/documents/put-document.ts';
import type { Database } from '../../../../db/connect.ts';
import { insertOrganization } from '../../../../db/tables/organizations/organizations.ts';
import { dataContract } from '../../../../domain/kinds/data-contract.ts';
import type { DocumentKind } from '../../../../domain/kinds/kind.ts';
import { team } from '../../../../domain/kinds/team.ts';
import type { OrganizationId, Principal } from '../../../../domain/principal.ts';
import * as documents from '../../builders/contracts.ts';

/** One planted fault makes one check fail. */
export const faults = ['missing amount', 'amount too big', 'bad status', 'double id'] as const;
export type Fault = (typeof faults)[number];

/** A data file with its contract, and the expected result of a test. */
export type Stock = { id: string; rows: number; format: 'csv' | 'json'; faults: readonly Fault[] };

/** Number of failing checks: one for each fault and, for JSON, the check of whole records if single values are wrong. */
export function brokenChecks({ format, faults: planted }: Stock): number {
  const isInRecords = format === 'json' && planted.some((fault) => fault !== 'double id');
  return planted.length + (isInRecords ? 1 : 0);
}

export type ContractStock = {
  folder: string;
  organizationId: OrganizationId;
  /** Writes the file and stores its contract in the catalog. */
  add: (stock: Stock) => Promise<void>;
  /** Requests a test of that contract in its own transaction. */
  request: (id: string) => Promise<StartedTest>;
  remove: () => void;
};

type Row = { id: number; amount: number | undefined; status: string };

function rowOf(index: number, stock: Stock): Row {
  const has = (fault: Fault, at: number): boolean => index === at && stock.faults.includes(fault);
  return {
    id: has('double id', 7) ? 3 : index,
    amount: has('missing amount', 11) ? undefined : has('amount too big', 13) ? 1_000 : index % 100,
    status: has('bad status', 17) ? 'lost' : 'placed',
  };
}

function contentOf(stock: Stock): string {
  const rows = Array.from({ length: stock.rows }, (_, index) => rowOf(index, stock));
  if (stock.format === 'json') return JSON.stringify(rows);
  const lines = rows.map(({ id, amount, status }) => `${id},${amount ?? ''},${status}`);
  return `id,amount,status\n${lines.join('\n')}\n`;
}

const properties = [
  { name: 'id', logicalType: 'integer', unique: true, required: true },
  {
    name: 'amount',
    logicalType: 'number',
    required: true,
    logicalTypeOptions: { minimum: 0, maximum: 99 },
  },
  {
    name: 'status',
    logicalType: 'string',
    required: true,
    logicalTypeOptions: { pattern: '^(placed|shipped)$' },
  },
];

/** Creates an organization, and a folder for the data files of its contracts. */
export async function createContractStock(database: Database): Promise<ContractStock> {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'chaos-')));
  const now = new Date();
  const name = { name: 'chaos', vanity: 'chaos' };
  const organizationId = await insertOrganization(database.knex, { ...name, now });
  const principal: Principal = {
    organizationId,
    name: 'system',
    scope: 'organization',
    teamId: undefined,
    email: undefined,
  };
  const put = async (kind: DocumentKind, id: string, document: Record<string, unknown>) => {
    await putDocument(database, {
      kind,
      id,
      content: readDocument(
        { text: JSON.stringify(document), format: 'json' },
        { kind: kind.name, id, now },
      ),
      principal,
      requestId: undefined,
      preconditions: { ifMatch: undefined, mustBeNew: false },
      now,
    });
  };
  await put(team, 'checkout', documents.team('checkout'));
  return {
    folder,
    organizationId,
    add: async (stock) => {
      const file = path.join(folder, `${stock.id}.${stock.format}`);
      fs.writeFileSync(file, contentOf(stock));
      const servers = [{ server: 'files', type: 'local', path: file, format: stock.format }];
      const schema = [{ name: 'orders', properties }];
      await put(dataContract, stock.id, documents.contract(stock.id, { servers, schema }));
    },
    request: (dataContractId) =>
      startContractTest(database, {
        dataContractId,
        server: undefined,
        knownCredentials: new Set(),
        principal,
        now: new Date(),
        reading: database,
      }),
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}

/** The stored result of a finished run. */
export type StoredRun = {
  id: string;
  contract: string;
  outcome: string | null;
  ended: boolean;
  state: string;
  attempt: number;
  lastError: string | null;
  results: { result: string; failed: number }[];
};

/** All runs with their work and their results. */
export async function listStoredRuns(database: Database): Promise<StoredRun[]> {
  const { rows } = await database.knex.raw<{ rows: StoredRun[] }>(
    `select t.id, t.data_contract_id as contract, t.outcome, t.ended_at is not null as ended, w.state, w.attempt,
        w.last_error as "lastError",
        (select coalesce(jsonb_agg(jsonb_build_object('result', r.result, 'failed',
            (select count(*) from test_checks c where c.test_result_id = r.id and c.result = 'failed'))), '[]')
          from test_results r where r.test_run_id = t.id) as results
      from test_runs t join work w on w.id = t.work_id`,
  );
  return rows;
}

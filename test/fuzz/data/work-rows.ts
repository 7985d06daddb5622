import type { Installation } from '../installation/start-installation.ts';

export type WorkRow = {
  state: string;
  attempt: number;
  error: string | undefined;
  hasEnded: boolean;
};

const endStates = new Set(['DONE', 'FAILED', 'CANCELLED']);

/** The work of the newest run of a contract or an integration. */
export async function workOf(
  { store }: Installation,
  table: 'test_runs' | 'ingestion_runs',
  id: string,
): Promise<string> {
  const column = table === 'test_runs' ? 'data_contract_id' : 'integration_id';
  const row = await store.database
    .knex(table)
    .where(column, id)
    // UUIDv7: the newest is the last.
    .orderBy('id', 'desc')
    .first<{ work_id: string } | undefined>('work_id');
  if (!row) throw new Error(`there is no run of ${id}`);
  return row.work_id;
}

/** The current state of a piece of work; rows of finished work may have been deleted. */
export async function findWork({ store }: Installation, id: string): Promise<WorkRow> {
  const row = await store.database
    .knex('work')
    .where({ id })
    .first<{ state: string; attempt: number; last_error: string | null } | undefined>(
      'state',
      'attempt',
      'last_error',
    );
  const state = row?.state ?? 'DONE';
  return {
    state,
    attempt: row?.attempt ?? 1,
    error: row?.last_error ?? undefined,
    hasEnded: endStates.has(state),
  };
}

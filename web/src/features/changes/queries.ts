import { queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { newKeyHeader } from '../../lib/idempotency.ts';

export type Change = components['schemas']['ChangeRequest'];
export type ListedChange = components['schemas']['ListedChangeRequest'];
type Proposal = components['schemas']['ChangeProposal'];

const base = 'change-requests';
const listSize = 100;

/** Proposed changes that the person may decide, or has proposed; the newest first. */
export const changeListQuery = (mine: 'decide' | 'proposer') =>
  queryOptions({
    queryKey: [base, 'list', { mine }],
    queryFn: ({ signal }) =>
      read(
        client.GET('/api/change-requests', { params: { query: { mine, size: listSize } }, signal }),
      ),
  });

/** One change with its texts and verdicts. */
export const changeQuery = (id: string) =>
  queryOptions({
    queryKey: [base, id, 'document'],
    queryFn: ({ signal }) =>
      read(client.GET('/api/change-requests/{id}', { params: { path: { id } }, signal })),
  });

export type ChangeVerb = 'accept' | 'decline' | 'withdraw';

/** `If-Match` keeps a decision from being about another text than the one that was read. */
const paramsOf = ({ id, revision }: Pick<Change, 'id' | 'revision'>) => ({
  path: { id },
  header: { 'If-Match': `"${revision}"`, ...newKeyHeader() },
});

type Decision = {
  verb: ChangeVerb;
  note: string;
  /** Consuming teams that were told about the change. */
  informed: readonly string[];
};

export async function decideChange(
  change: Change,
  { verb, note, informed }: Decision,
): Promise<void> {
  const params = paramsOf(change);
  if (verb === 'decline') {
    await read(client.POST('/api/change-requests/{id}/decline', { params, body: { note } }));
    return;
  }
  const body = note.trim() === '' ? {} : { note };
  if (verb === 'withdraw') {
    await read(client.POST('/api/change-requests/{id}/withdraw', { params, body }));
    return;
  }
  const query = { informedTeamId: [...informed] };
  await read(
    client.POST('/api/change-requests/{id}/accept', { params: { ...params, query }, body }),
  );
}

/** Saves the text as the proposal, starting from the current revision of the document. */
export async function editChange(change: Change, source: string): Promise<void> {
  const { id, title, note, format, current, revision } = change;
  const body: Proposal = { title, note, format, source, baseRevision: current.revision };
  const params = { path: { id }, header: { 'If-Match': `"${revision}"` } };
  await read(client.PUT('/api/change-requests/{id}', { params, body }));
}

export async function addComment({ id }: Change, text: string): Promise<void> {
  const params = { path: { id }, header: newKeyHeader() };
  await read(client.POST('/api/change-requests/{id}/comments', { params, body: { text } }));
}

import { queryOptions } from '@tanstack/react-query';
import { client, read } from '../../../api/client.ts';
import { problemOf } from '../../../api/problem.ts';
import type { components } from '../../../api/schema.d.ts';

export type Branch = components['schemas']['ContractBranch'];
export type BranchChange = components['schemas']['ContractBranchChange'];
export type BranchConflict = components['schemas']['ContractBranchConflict'];

/** Names a branch of a contract in addresses. */
export type BranchNames = { id: string; branch: string };

const base = 'datacontracts';
const path = '/api/datacontracts/{id}/branches/{branch}';
const maxBranches = 100;
const maxResults = 5;

export const branchPath = ({ id, branch }: BranchNames): string =>
  `/api/datacontracts/${encodeURIComponent(id)}/branches/${encodeURIComponent(branch)}`;

/** Everything of the branches of a contract. */
export const keyOfBranches = (id: string) => [base, id, 'branches'] as const;

const keyOf = ({ id, branch }: BranchNames) => [...keyOfBranches(id), branch] as const;

export const branchesQuery = (id: string) =>
  queryOptions({
    queryKey: keyOfBranches(id),
    queryFn: ({ signal }) => {
      const params = { path: { id }, query: { size: maxBranches } };
      return read(client.GET('/api/datacontracts/{id}/branches', { params, signal }));
    },
  });

export const branchQuery = (names: BranchNames) =>
  queryOptions({
    queryKey: [...keyOf(names), 'branch'],
    queryFn: ({ signal }) => read(client.GET(path, { params: { path: names }, signal })),
  });

export const branchChangesQuery = (names: BranchNames) =>
  queryOptions({
    queryKey: [...keyOf(names), 'changes'],
    queryFn: ({ signal }) =>
      read(client.GET(`${path}/changes`, { params: { path: names }, signal })),
  });

export const branchTextQuery = (names: BranchNames) =>
  queryOptions({
    queryKey: [...keyOf(names), 'text'],
    queryFn: async ({ signal }) => {
      const response = await fetch(`/ui${branchPath(names)}/datacontract.yaml`, { signal });
      if (!response.ok) throw problemOf(response, await response.json().catch(() => undefined));
      return response.text();
    },
  });

/** The newest test results of a branch. */
export const branchResultsQuery = ({ id, branch }: BranchNames) =>
  queryOptions({
    queryKey: [...keyOf({ id, branch }), 'results'],
    queryFn: ({ signal }) => {
      const query = { dataContractId: id, branch, size: maxResults };
      return read(client.GET('/api/test-results', { params: { query }, signal }));
    },
  });

import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../../api/client.ts';
import { newKeyHeader } from '../../../lib/idempotency.ts';
import { branchTexts } from '../../../texts/contracts/branches.ts';
import { keyOfBranches } from './queries.ts';
import type { Branch, BranchNames } from './queries.ts';

const path = '/api/datacontracts/{id}/branches/{branch}';

function useRefresh(id: string) {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: keyOfBranches(id) });
}

/** Cuts a branch. */
export function useCutBranch(id: string) {
  const refresh = useRefresh(id);
  return useMutation({
    mutationFn: (branch: string) => read(client.PUT(path, { params: { path: { id, branch } } })),
    onSuccess: refresh,
  });
}

/** Reads again what the end of a branch concerns, but not the branch itself, which is not found any more. */
function useRefreshWithout({ id, branch }: BranchNames) {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: ['change-requests'] });
    void queryClient.invalidateQueries({
      queryKey: ['datacontracts', id],
      predicate: ({ queryKey }) => queryKey[2] !== 'branches' || queryKey[3] !== branch,
    });
  };
}

/** Deletes a branch with its test results. */
export function useDeleteBranch(names: BranchNames) {
  const refresh = useRefreshWithout(names);
  return useMutation({
    mutationFn: () => read(client.DELETE(path, { params: { path: names } })),
    onSuccess: refresh,
  });
}

type Choice = { path: string; take: 'target' | 'branch' };

/** Takes the changes of the contract into the branch, and says what came of it. */
export function useRebaseBranch(names: BranchNames) {
  const refresh = useRefresh(names.id);
  return useMutation({
    mutationFn: async (choices: Choice[]) => {
      const params = { path: names, header: newKeyHeader() };
      // Only a dry run answers with effects instead of the branch.
      return (await read(client.POST(`${path}/rebase`, { params, body: { choices } }))) as Branch;
    },
    onSuccess: ({ conflict_count: count, base_revision: revision }) =>
      notifications.show({
        message:
          count > 0 ? branchTexts.updatedWithConflicts(count) : branchTexts.updated(revision),
      }),
    onSettled: refresh,
  });
}

/** Merges the branch into its contract. */
export function useMergeBranch(names: BranchNames) {
  const refresh = useRefreshWithout(names);
  return useMutation({
    mutationFn: ({ version, ports }: { version: string; ports: boolean }) => {
      const params = { path: names, header: newKeyHeader() };
      const body = { version, update_port_versions: ports, route: 'land' as const };
      return read(client.POST(`${path}/merge`, { params, body }));
    },
    onSuccess: () => {
      notifications.show({ message: branchTexts.merged(names.branch) });
      refresh();
    },
  });
}

/** Tests the text of a branch, and waits for the result. */
export function useTestBranch(names: BranchNames) {
  const refresh = useRefresh(names.id);
  return useMutation({
    mutationFn: (server: string) => {
      const params = { path: names, query: { server }, header: newKeyHeader() };
      return read(client.POST(`${path}/test`, { params }));
    },
    onSettled: refresh,
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, readTagged } from '../../../api/client.ts';
import { branchBase } from '../queries.ts';

export type EntryNames = { namespace: string; branch: string };

type Write = { id: string; text: string; etag: string | undefined };

/** Writes or removes one concept of a branch, unless somebody has changed it meanwhile. */
export function useWriteEntry(names: EntryNames) {
  const queryClient = useQueryClient();
  const key = ['namespaces', names.namespace];
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: key });
  const put = useMutation({
    onSuccess,
    mutationFn: ({ id, text, etag }: Write) =>
      readTagged(
        client.PUT(`${branchBase}/concepts/{id}`, {
          params: {
            path: { ...names, id },
            header: etag === undefined ? { 'If-None-Match': '*' } : { 'If-Match': etag },
          },
          // The text is sent as it is written, not as JSON.
          body: text as never,
          bodySerializer: (body: unknown) => body as string,
          headers: { 'content-type': 'application/yaml' },
        }),
      ),
  });
  const remove = useMutation({
    onSuccess,
    mutationFn: ({ id, etag }: Omit<Write, 'text'>) =>
      readTagged(
        client.DELETE(`${branchBase}/concepts/{id}`, {
          params: {
            path: { ...names, id },
            header: etag === undefined ? {} : { 'If-Match': etag },
          },
        }),
      ),
  });
  return { put, remove };
}

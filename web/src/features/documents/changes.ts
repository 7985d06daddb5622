import { useMutation, useQueryClient } from '@tanstack/react-query';
import { documentPath, send } from './queries.ts';

type Write = {
  id: string;
  text: string;
  /** Undefined creates the document, and is refused if it exists. */
  etag: string | undefined;
};

/** Stores the YAML text of a document as it is. */
export function usePutText(collection: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, text, etag }: Write) => {
      await send(documentPath(collection, id), {
        method: 'PUT',
        body: text,
        headers: {
          'content-type': 'application/yaml',
          ...(etag === undefined ? { 'if-none-match': '*' } : { 'if-match': etag }),
        },
      });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [collection] }),
  });
}

/** Deletes a document, unless it changed since it was read. */
export function useDeleteDocument(collection: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, etag }: { id: string; etag: string | undefined }) => {
      await send(documentPath(collection, id), {
        method: 'DELETE',
        headers: etag === undefined ? {} : { 'if-match': etag },
      });
    },
    onSuccess: (_, { id }) => {
      queryClient.removeQueries({ queryKey: [collection, id] });
      return queryClient.invalidateQueries({ queryKey: [collection, 'list'] });
    },
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';

/** Adds (`true`) or takes away. */
type Change<What> = What & { isAdded: boolean };

function useAssetChange<Input>(id: string, mutationFn: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['assets', id] }),
  });
}

/** Assigns the asset to a data product or one of its ports, or ends that. */
export const useAssign = (id: string) =>
  useAssetChange(
    id,
    ({
      isAdded,
      dataProductId,
      outputPortId,
    }: Change<{ dataProductId: string; outputPortId?: string }>) => {
      const base = { id, dataProductId };
      if (outputPortId === undefined) {
        const address = '/api/assets/{id}/assignments/{dataProductId}';
        const request = { params: { path: base } };
        return read(isAdded ? client.PUT(address, request) : client.DELETE(address, request));
      }
      const address = '/api/assets/{id}/assignments/{dataProductId}/{outputPortId}';
      const request = { params: { path: { ...base, outputPortId } } };
      return read(isAdded ? client.PUT(address, request) : client.DELETE(address, request));
    },
  );

/** Adds a tag to the asset, or takes it away. */
export const useTagAsset = (id: string) =>
  useAssetChange(id, ({ isAdded, tagId }: Change<{ tagId: string }>) => {
    const address = '/api/assets/{id}/assigned-tags/{tagId}';
    const request = { params: { path: { id, tagId } } };
    return read(isAdded ? client.PUT(address, request) : client.DELETE(address, request));
  });

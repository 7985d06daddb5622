import { useQuery } from '@tanstack/react-query';
import { followQuery } from '../follows/queries.ts';
import { editPermissionQuery } from './edit-permission.ts';

type Edited = { kind: 'datacontracts' | 'dataproducts'; id: string };

/** Whether a document may be edited, and why. The page of a product has the permission with its other buttons. */
export function useEditPermission({ kind, id }: Edited) {
  const isProduct = kind === 'dataproducts';
  const asked = useQuery({ ...editPermissionQuery(kind, id), enabled: !isProduct }).data;
  const ofProduct = useQuery({ ...followQuery(kind, id), enabled: isProduct }).data?.edit;
  return isProduct ? (ofProduct ?? undefined) : asked;
}

import { useQuery } from '@tanstack/react-query';
import { followQuery } from '../follows/queries.ts';
import { editPermissionQuery } from './edit-permission.ts';
import { explanationsQuery } from './queries.ts';

type Edited = { kind: 'datacontracts' | 'dataproducts' | 'namespaces'; id: string };

/** Whether a document or an ontology may be edited, and why. Their pages have most of these answers for other buttons. */
export function useEditPermission({ kind, id }: Edited) {
  const [isProduct, isOntology] = [kind === 'dataproducts', kind === 'namespaces'];
  const isAsked = !isProduct && !isOntology;
  const asked = useQuery({ ...editPermissionQuery(kind, id), enabled: isAsked }).data;
  const ofProduct = useQuery({ ...followQuery('dataproducts', id), enabled: isProduct }).data?.edit;
  const ofOntology = useQuery({
    ...explanationsQuery(`semantics/${id}`),
    enabled: isOntology,
  }).data;
  if (isOntology) return ofOntology?.find(({ action }) => action === 'RESOURCES_EDIT');
  return isProduct ? (ofProduct ?? undefined) : asked;
}

import type { DocumentKind } from '../../../domain/kinds/kind.ts';

/** Web address of a document's page. */
export function documentPage(publicUrl: string, kind: DocumentKind, id: string): string {
  return `${publicUrl}/${kind.collection}/${encodeURIComponent(id)}`;
}

/** Web address of the page of an access. */
export function accessPage(publicUrl: string, id: string): string {
  return `${publicUrl}/access/${encodeURIComponent(id)}`;
}

/** Web address of a change request in the inbox. */
export function changeRequestPage(publicUrl: string, id: string): string {
  return `${publicUrl}/inbox?show=changes&id=${encodeURIComponent(id)}`;
}

/** Web address of the page of a branch of a data contract. */
export function contractBranchPage(
  publicUrl: string,
  { dataContractId, name }: { dataContractId: string; name: string },
): string {
  return `${publicUrl}/datacontracts/${encodeURIComponent(dataContractId)}/branches/${encodeURIComponent(name)}`;
}

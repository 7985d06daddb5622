/** A document of a file; files may hold several. */
export type LocalDocument = {
  resource: string;
  id: string;
  format: 'yaml' | 'json';
  text: string;
  /** Path of the file, as it is shown. */
  file: string;
  /** Line where the document begins, from 1. */
  line: number;
  /** The parent of a team. */
  parent?: string | undefined;
};

/** The name of a document in messages. */
export function nameOf({ resource, id }: { resource: string; id: string }): string {
  return `${resource}/${id}`;
}

/** The parts of a document that say what it is. */
export type DocumentHead = Pick<LocalDocument, 'parent'> & {
  resource: string | undefined;
  id: string | undefined;
};

/** Reads the head of a parsed document; the resource is known only for documents of the standards. */
export function headOf(document: Readonly<Record<string, unknown>>): DocumentHead {
  const id = textOf(document['id']) ?? textOf(document['externalId']);
  return { resource: standardOf(document), id, parent: textOf(document['parent']) };
}

/** Documents of the standards name their kind. */
export function standardOf(document: Readonly<Record<string, unknown>>): string | undefined {
  if (document['dataContractSpecification'] !== undefined) return 'datacontracts';
  if (document['dataProductSpecification'] !== undefined) return 'dataproducts';
  if (document['kind'] === 'DataContract') return 'datacontracts';
  return document['kind'] === 'DataProduct' ? 'dataproducts' : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

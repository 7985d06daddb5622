/** What the address of a document, or of a list of them, holds. */
export type DocumentSearch = {
  /** Words of the list. */
  q?: string;
  /** A new document in place of the list. */
  isNew?: true;
  /** The text of the document to edit. */
  edit?: true;
};

/** Reads the address; what it does not know is dropped. */
export function readDocumentSearch({ q, isNew, edit }: Record<string, unknown>): DocumentSearch {
  return {
    ...((typeof q === 'string' || typeof q === 'number') && { q: String(q) }),
    ...(isNew === true && { isNew }),
    ...(edit === true && { edit }),
  };
}

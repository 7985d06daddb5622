/** The view and the part of the document that the address names. */
export type EditorSearch = { show?: 'form'; part?: string };

export const readEditorSearch = (search: Record<string, unknown>): EditorSearch => ({
  ...(search['show'] === 'form' && { show: 'form' as const }),
  ...(typeof search['part'] === 'string' && { part: search['part'] }),
});

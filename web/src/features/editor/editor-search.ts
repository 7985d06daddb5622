const views = ['form', 'yaml', 'both', 'diagram'] as const;
export type EditorView = (typeof views)[number];

/** The view and the part of the document that the address names. */
export type EditorSearch = {
  /** Without it, the window and the text decide. */
  show?: EditorView;
  /** A row of the tree of the form, or the path of a member. */
  part?: string;
  /** Shows the diagram as a table. */
  as?: 'table';
};

export const readEditorSearch = (search: Record<string, unknown>): EditorSearch => {
  const show = views.find((view) => view === search['show']);
  return {
    ...(show !== undefined && { show }),
    ...(typeof search['part'] === 'string' && { part: search['part'] }),
    ...(search['as'] === 'table' && { as: 'table' as const }),
  };
};

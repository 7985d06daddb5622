/** Documents with an editor, by their names in addresses. */
export type EditableKind = 'datacontracts' | 'dataproducts';

/** The name of the only part of a text that has no keys to split it at. */
export const wholeText = '';

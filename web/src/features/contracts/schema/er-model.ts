import type { YamlPath } from '../../../lib/yaml/edits.ts';

/** A field as far as the diagram draws it. */
export type ErField = {
  path: string;
  name: string;
  /** 0 for columns. */
  depth: number;
  primaryKey: boolean;
  physicalType?: string | null | undefined;
  logicalType?: string | null | undefined;
  /** Where the field stands in the text that is being edited. */
  at?: YamlPath;
};

export type ErTable = {
  name: string;
  fields: readonly ErField[];
  /** Failing checks; undefined where nothing was tested. */
  failures?: number;
  at?: YamlPath;
};

/** The columns of a table that a relationship begins or ends with. */
export type ErEnd = { table: string; fields: readonly string[] };

/** A contract as far as the diagram draws it: the stored one, or a text that is being edited. */
export type ErModel = {
  tables: readonly ErTable[];
  relationships: readonly { from: ErEnd; to: ErEnd }[];
  outsideRelationships: readonly { table: string; field: string; to: readonly string[] }[];
};

/** Opens a table or a field; without it the diagram is only looked at. */
export type ChoosePlace = (at: YamlPath) => void;

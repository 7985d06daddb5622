import { Type } from '@sinclair/typebox';
import { parseFilter } from '../../../domain/scim/filter/parse-filter.ts';
import { refuseScim } from '../../../domain/scim/protocol/refuse-scim.ts';
import type { Selection } from '../../../domain/scim/resource/select-attributes.ts';
import type { ScimQuery } from '../../../db/views/scim/list-resources.ts';

/** Maximum number of resources in an answer. */
export const maxResults = 1_000;

/** Query parameters of answers with resources. */
export const selectionQuery = {
  attributes: Type.Optional(
    Type.String({ description: 'Attributes to answer, separated by commas' }),
  ),
  excludedAttributes: Type.Optional(
    Type.String({ description: 'Attributes to leave out, separated by commas' }),
  ),
};

/** Query parameters of lists. */
export const listQuery = {
  ...selectionQuery,
  filter: Type.Optional(
    Type.String({ description: 'Filter (RFC 7644 §3.4.2.2), such as userName eq "ada"' }),
  ),
  sortBy: Type.Optional(Type.String({ description: 'Attribute to sort by' })),
  sortOrder: Type.Optional(Type.String({ description: 'ascending (the default) or descending' })),
  startIndex: Type.Integer({ default: 1, description: 'Position of the first one, from 1' }),
  count: Type.Integer({
    default: maxResults,
    description: `Maximum number of resources, at most ${maxResults}`,
  }),
};

const split = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The attributes that a query selects. Both parameters exclude each other. */
export function readSelection(query: {
  attributes?: string | readonly string[];
  excludedAttributes?: string | readonly string[];
}): Selection {
  const listOf = (given: string | readonly string[] | undefined): readonly string[] =>
    typeof given === 'string' || given === undefined ? split(given) : given;
  const selection = {
    attributes: listOf(query.attributes),
    excluded: listOf(query.excludedAttributes),
  };
  const max = 200;
  if (selection.attributes.length > 0 && selection.excluded.length > 0) {
    refuseScim('invalidValue', "Send 'attributes' or 'excludedAttributes', not both.");
  }
  if (selection.attributes.length > max || selection.excluded.length > max) {
    refuseScim('invalidValue', `At most ${max} attributes can be selected.`);
  }
  return selection;
}

/** A list of resources as a client asks for it; positions and numbers below their minimum are the minimum (RFC 7644 §3.4.2.4). */
export function readListQuery(query: {
  filter?: string;
  sortBy?: string;
  sortOrder?: string;
  startIndex?: number;
  count?: number;
}): ScimQuery {
  const { filter, sortBy, sortOrder = 'ascending', startIndex = 1, count = maxResults } = query;
  const order = sortOrder.toLowerCase();
  if (order !== 'ascending' && order !== 'descending') {
    refuseScim('invalidValue', "'sortOrder' must be ascending or descending.");
  }
  return {
    filter: filter === undefined || filter.trim() === '' ? undefined : parseFilter(filter),
    sortBy: sortBy === '' ? undefined : sortBy,
    descending: order === 'descending',
    offset: Math.min(Math.max(startIndex, 1) - 1, 2 ** 31 - 1),
    limit: Math.min(Math.max(count, 0), maxResults),
  };
}

import { Type } from '@sinclair/typebox';
import type { TObject, TSchema } from '@sinclair/typebox';
import { pagingQuery } from './http/paging/paging.ts';
import { trailAnswer, trailQuery } from './present/audit-trail.ts';
import { operationName } from './operation-name.ts';
import { withArticle } from './present/documents/with-article.ts';
import { defineRoute } from './route.ts';
import type { NoQuery, PathParams, Route, RouteDefinition } from './route.ts';

type ParentOf<Path extends string> = Path extends `${infer First}/${infer Rest}`
  ? Rest extends `${string}/${string}`
    ? `${First}/${ParentOf<Rest>}`
    : First
  : never;

/** Properties that all routes of a resource share. */
type Resource<Path extends string, Params extends TObject> = Pick<
  RouteDefinition<Path, Params, NoQuery, undefined>,
  'path' | 'tag' | 'access' | 'permission' | 'params'
> & {
  /** As in `The team`, `List teams`. */
  noun: string;
  /** Default: the noun with an s. */
  plural?: string;
  /** The noun in the names of the operations, if other resources have the same one. */
  named?: string;
  /** Schema of the answer of `get`. */
  schema?: TSchema;
  /** Schema of an entry of `list`. Default: `schema`. */
  listed?: TSchema;
};

type Operation<
  Path extends string,
  Params extends TObject,
  Query extends TObject = NoQuery,
  Content = undefined,
> = Omit<
  RouteDefinition<Path, Params, Query, Content>,
  'method' | 'path' | 'tag' | 'name' | 'summary'
> & {
  summary?: string;
};

type Name = 'list' | 'create' | 'get' | 'put' | 'delete' | 'versions' | 'audit';

type Usual = Pick<Route, 'method' | 'path' | 'name' | 'summary'> &
  Partial<Pick<Route, 'answers' | 'permission' | 'query'>>;

/**
 * Declares the routes of a resource, in the order of its operations: `list` and `create` at the parent path,
 * `get`, `put` and `delete` at its own path, `versions` and `audit` below it. Each operation declares only its
 * differences; `answers` of GET are added to the default.
 */
export function collection<
  Path extends string,
  ListQuery extends TObject = TObject<typeof pagingQuery>,
  GetQuery extends TObject = NoQuery,
  VersionsQuery extends TObject = TObject<typeof pagingQuery>,
  Params extends TObject = PathParams<Path>,
  Content = undefined,
  PutQuery extends TObject = NoQuery,
>(
  resource: Resource<Path, Params>,
  operations: {
    list?: Operation<ParentOf<Path>, PathParams<ParentOf<Path>>, ListQuery>;
    create?: Operation<ParentOf<Path>, PathParams<ParentOf<Path>>>;
    get?: Operation<Path, Params, GetQuery>;
    put?: Operation<Path, Params, PutQuery, Content>;
    delete?: Operation<Path, Params>;
    versions?: Operation<Path, Params, VersionsQuery>;
    audit?: Operation<Path, Params, typeof trailQuery>;
  },
): Route[] {
  const { tag, access, permission, params } = resource;
  const usual = usualOperations(resource);
  const given = Object.entries(operations) as [Name, Partial<Route>][];
  return given.map(([name, operation]) => {
    const answers = { ...usual[name].answers, ...operation.answers };
    return defineRoute({
      tag,
      access,
      permission,
      ...(name !== 'list' && name !== 'create' && params && { params }),
      ...usual[name],
      ...operation,
      ...(Object.keys(answers).length > 0 && { answers }),
    } as RouteDefinition<string, TObject, TObject, undefined>);
  });
}

function usualOperations({
  path,
  noun,
  plural = `${noun}s`,
  named = noun,
  ...resource
}: Resource<string, TObject>): Record<Name, Usual> {
  const { schema, listed = schema } = resource;
  const one = withArticle(noun);
  const parent = path.replace(/\/[^/]*$/, '');
  const allNamed = named === noun ? plural : `${named}s`;
  const of = (description: string, schema: TSchema | undefined) =>
    schema && { answers: { 200: { description, schema } } };
  return {
    list: {
      method: 'GET',
      path: parent,
      name: operationName('list', allNamed),
      summary: `List ${plural}`,
      query: Type.Object(pagingQuery),
      ...of(`The ${plural}`, listed && Type.Array(listed)),
    },
    create: {
      method: 'POST',
      path: parent,
      name: operationName('create', named),
      summary: `Create ${one}`,
    },
    get: {
      method: 'GET',
      path,
      name: operationName('get', named),
      summary: `Get ${one}`,
      ...of(`The ${noun}`, schema),
    },
    put: {
      method: 'PUT',
      path,
      name: operationName('put', named),
      summary: `Create or replace ${one}`,
    },
    delete: {
      method: 'DELETE',
      path,
      name: operationName('delete', named),
      summary: `Delete ${one}`,
    },
    ...usualHistory(path, one, named),
  };
}

function usualHistory(
  path: string,
  one: string,
  named: string,
): Pick<Record<Name, Usual>, 'versions' | 'audit'> {
  return {
    versions: {
      method: 'GET',
      path: `${path}/versions`,
      name: `${operationName('list', named)}Revisions`,
      summary: `List the revisions of ${one}, newest first`,
      query: Type.Object(pagingQuery),
    },
    audit: {
      method: 'GET',
      path: `${path}/audit`,
      name: `${operationName('list', named)}AuditEntries`,
      summary: `List everything that was done to ${one}, newest first; for keys of the organization`,
      permission: 'organization',
      query: trailQuery,
      answers: { 200: trailAnswer },
    },
  };
}

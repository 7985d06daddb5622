import { demandObjects, textOf } from '../http/answer-member.ts';
import type { AnswerObject } from '../http/answer-member.ts';
import { followPages } from '../http/page-chain.ts';
import { askForObject } from '../http/rest-client.ts';
import type { RestCall, RestClient } from '../http/rest-client.ts';

const api = '/api/2.1/unity-catalog';

/** Listings of Unity Catalog's REST API 2.1, which Databricks has for all tables, and OneLake for those of a lakehouse. */
export type UnityCatalog = {
  catalogs: () => AsyncGenerator<AnswerObject>;
  schemas: (catalog: string) => AsyncGenerator<AnswerObject>;
  tables: (catalog: string, schema: string) => AsyncGenerator<AnswerObject>;
  /** A table with details that listings omit (constraints, dependencies of views); undefined when it was deleted. */
  table: (fullName: string) => Promise<AnswerObject | undefined>;
};

/** Opens the API of a client; `options` are added to every listing. */
export function openUnityCatalog(
  client: RestClient,
  options: NonNullable<RestCall['query']> = {},
): UnityCatalog {
  const list = (noun: string, query: RestCall['query']): AsyncGenerator<AnswerObject> =>
    followPages(noun, async (token) => {
      const path = `${api}/${noun}`;
      const call = { path, query: { ...query, ...options, page_token: token } };
      const page = await askForObject(client, call);
      // A page before the last may be empty and lack its list.
      const items = noun in page && page[noun] !== null ? demandObjects(page, noun) : [];
      return { items, next: textOf(page, 'next_page_token') };
    });
  return {
    catalogs: () => list('catalogs', {}),
    schemas: (catalog) => list('schemas', { catalog_name: catalog }),
    tables: (catalog, schema) => list('tables', { catalog_name: catalog, schema_name: schema }),
    table: async (fullName) => {
      const path = `${api}/tables/${encodeURIComponent(fullName)}`;
      const answer = await client({ path, accept: [404] });
      return answer.status === 404 ? undefined : (answer.json as AnswerObject);
    },
  };
}

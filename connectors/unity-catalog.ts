import { demandObjects, textOf } from './answer-member.ts';
import type { AnswerObject } from './answer-member.ts';
import { followPages } from './page-chain.ts';
import { askForObject } from './rest-client.ts';
import type { RestCall, RestClient } from './rest-client.ts';

const api = '/api/2.1/unity-catalog';

/** The listings of Unity Catalog's REST API 2.1, each to its end; Databricks serves them, and OneLake for the tables of a lakehouse. */
export type UnityCatalog = {
  catalogs: () => AsyncGenerator<AnswerObject>;
  schemas: (catalog: string) => AsyncGenerator<AnswerObject>;
  tables: (catalog: string, schema: string) => AsyncGenerator<AnswerObject>;
  /** One table with what listings leave out (constraints, dependencies of views); undefined when it is gone. */
  table: (fullName: string) => Promise<AnswerObject | undefined>;
};

/** Opens the catalogue behind a client; `options` go with every listing. */
export function openUnityCatalog(
  client: RestClient,
  options: NonNullable<RestCall['query']> = {},
): UnityCatalog {
  const list = (noun: string, query: RestCall['query']): AsyncGenerator<AnswerObject> =>
    followPages(noun, async (token) => {
      const path = `${api}/${noun}`;
      const call = { path, query: { ...query, ...options, page_token: token } };
      const page = await askForObject(client, call);
      // A page may be empty, and then without its list, and still not be the last one.
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

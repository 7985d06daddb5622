import { Client } from 'pg';
import { fillAccesses } from './access-rows.ts';
import { createCatalog } from './search-rows.ts';

/** Fills the only organization with 110,000 documents and their accesses. */
export async function fillCatalog(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('select id from organizations');
    const organizationId = rows[0]?.id ?? '';
    await createCatalog(client, organizationId);
    await fillAccesses(client, organizationId);
    // Otherwise Postgres still writes the catalog to disk while the pages are measured.
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

import { createHash } from 'node:crypto';
import type { Db } from '../db/connect.ts';
import { findDocument } from '../db/tables/documents.ts';
import { listActiveAccess, listProvidingProducts } from '../db/views/expected-grants.ts';
import { readPortFacts, toExpectedGrant } from '../domain/access/expected-grants.ts';
import type { PortFacts } from '../domain/access/expected-grants.ts';
import type { OrganizationId } from '../domain/principal.ts';
import { canonicalJson } from '../lib/json.ts';
import type { JsonObject } from '../lib/json.ts';

/** Each is worked on in one turn of the event loop, so that others wait for little. */
const productsAtOnce = 50;
const accessesAtOnce = 500;

/** Who should have what now, as JSON texts; the checksum is equal while the same grants are expected. */
export type ExpectedGrants = { checksum: string; grants: string[] };

/** Reads the expected grants page by page; what was reported of them, and when they end, does not count for the checksum. */
export async function readExpectedGrants(
  db: Db,
  organizationId: OrganizationId,
  platform: string | undefined,
): Promise<ExpectedGrants> {
  const products = await readProducts(db, organizationId);
  const offers = ([, ports]: [string, PortFacts[]]): boolean =>
    ports.some((port) => port.platform?.toLowerCase() === platform?.toLowerCase());
  const wanted =
    platform === undefined
      ? undefined
      : { name: platform, productIds: [...products].filter(offers).map(([id]) => id) };
  const hash = createHash('sha256');
  const grants: string[] = [];
  for (let after = '', isLast = false; !isLast;) {
    const page = { after, limit: accessesAtOnce };
    const accesses = await listActiveAccess(db, organizationId, page, wanted);
    for (const access of accesses) {
      const grant = toExpectedGrant(access, products.get(access.providerProductId) ?? [], platform);
      if (!grant) continue;
      hash.update(canonicalJson(grant.counted));
      grants.push(JSON.stringify(grant.shown));
    }
    after = accesses.at(-1)?.id ?? after;
    isLast = accesses.length < accessesAtOnce;
  }
  return { checksum: hash.digest('hex').slice(0, 32), grants };
}

/** Of each product with an active access only its ports are kept. */
async function readProducts(
  db: Db,
  organizationId: OrganizationId,
): Promise<Map<string, PortFacts[]>> {
  const products = new Map<string, PortFacts[]>();
  for (let after = '', isLast = false; !isLast;) {
    const page = { after, limit: productsAtOnce };
    const ids = await listProvidingProducts(db, organizationId, page);
    const stored = await Promise.all(
      ids.map((id) => findDocument(db, { organizationId, kind: 'data-product', id })),
    );
    for (const [index, id] of ids.entries()) {
      const body = stored[index]?.body;
      if (body !== undefined) products.set(id, readPortFacts(JSON.parse(body) as JsonObject));
    }
    after = ids.at(-1) ?? after;
    isLast = ids.length < productsAtOnce;
  }
  return products;
}

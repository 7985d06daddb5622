import { createHash } from 'node:crypto';
import { runOnStored } from '../../commands/tasks/run-task.ts';
import type { Db } from '../../db/connect.ts';
import { findDocument } from '../../db/tables/documents/documents.ts';
import { listActiveAccess, listProvidingProducts } from '../../db/views/access/expected-grants.ts';
import { toExpectedGrant } from '../../domain/access/expected-grants.ts';
import type { GrantFacts } from '../../domain/access/expected-grants.ts';
import type { PortFacts } from '../../domain/documents/product-extracts.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { createBoundedQueue } from '../../lib/waiting/bounded-queue.ts';
import { takeTurn } from '../../lib/waiting/turns.ts';

const productsAtOnce = 50;
const accessesAtOnce = 500;

/** Bounds the memory: a product of up to 5 MB is read only shortly before it is parsed. */
const reads = createBoundedQueue({ tasks: Infinity, size: Infinity, atOnce: 8 });

/** The grants that should exist now, as JSON texts; the checksum stays equal while the same grants are expected. */
export type ExpectedGrants = { checksum: string; grants: string[] };

type Product = {
  /** Ids and names of the requested ports. */
  wanted: ReadonlySet<string>;
  ports: PortFacts[];
};

/** Which grants are wanted: those on a platform, those of a data product, or all. */
export type GrantFilter = { platform?: string | undefined; dataProductId?: string | undefined };

/** Reads the expected grants page by page. The checksum ignores provisioning reports and end dates. */
export async function readExpectedGrants(
  db: Db,
  organizationId: OrganizationId,
  { platform, dataProductId }: GrantFilter,
): Promise<ExpectedGrants> {
  const isOfProduct = dataProductId !== undefined;
  const products = isOfProduct
    ? new Map<string, Product>()
    : await readProducts(db, organizationId);
  const offers = ([, { ports }]: [string, Product]): boolean =>
    ports.some((port) => port.platform?.toLowerCase() === platform?.toLowerCase());
  const wanted = isOfProduct
    ? { name: null, productIds: [dataProductId] }
    : platform === undefined
      ? undefined
      : { name: platform, productIds: [...products].filter(offers).map(([id]) => id) };
  const hash = createHash('sha256');
  const grants: string[] = [];
  for (let after = '', isLast = false; !isLast;) {
    const page = { after, limit: accessesAtOnce };
    const accesses = await listActiveAccess(db, organizationId, page, wanted);
    for (const access of accesses) {
      await takeTurn();
      const ports = await portsFor(db, organizationId, products, access);
      const grant = toExpectedGrant(access, ports, platform);
      if (!grant) continue;
      hash.update(grant.counted);
      grants.push(grant.shown);
    }
    after = accesses.at(-1)?.id ?? after;
    isLast = accesses.length < accessesAtOnce;
  }
  return { checksum: hash.digest('hex').slice(0, 32), grants };
}

/** The ports of each product with an active access, limited to ports that accesses name. */
async function readProducts(db: Db, organizationId: OrganizationId): Promise<Map<string, Product>> {
  const products = new Map<string, Product>();
  for (let after = '', isLast = false; !isLast;) {
    const page = { after, limit: productsAtOnce };
    const named = await listProvidingProducts(db, organizationId, page);
    await Promise.all(
      named.map(async ({ id, ports }) =>
        products.set(id, await readProduct(db, { organizationId, id }, ports)),
      ),
    );
    after = named.at(-1)?.id ?? after;
    isLast = named.length < productsAtOnce;
  }
  return products;
}

/** The ports of the product of an access; they are read again if the access has become active since. */
async function portsFor(
  db: Db,
  organizationId: OrganizationId,
  products: Map<string, Product>,
  { providerProductId: id, providerPortId, providerPortName }: GrantFacts,
): Promise<readonly PortFacts[]> {
  const known = products.get(id);
  if (known?.wanted.has(providerPortId)) return known.ports;
  const wanted = [...(known?.wanted ?? []), providerPortId, providerPortName ?? providerPortId];
  const product = await readProduct(db, { organizationId, id }, wanted);
  products.set(id, product);
  return product.ports;
}

async function readProduct(
  db: Db,
  key: { organizationId: OrganizationId; id: string },
  wanted: readonly string[],
): Promise<Product> {
  const ports = await reads.add(1, async () => {
    const stored = await findDocument(db, { ...key, kind: 'data-product' });
    return stored ? runOnStored('readPortFacts', stored.body, wanted) : [];
  });
  return { wanted: new Set(wanted), ports };
}

import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

type ProductKey = { organizationId: OrganizationId; dataProductId: string };

/** Names the star of one person; the address is in lower case. */
export type StarKey = ProductKey & { email: string };

const insert = {
  name: 'data-product-stars-insert',
  text: `insert into data_product_stars (organization_id, data_product_id, email, starred_at)
    values ($1, $2, $3, $4) on conflict do nothing returning 1`,
};

/** Adds the star; false when it exists already. The database refuses an unknown product. */
export async function insertStar(db: Db, star: StarKey, now: Date): Promise<boolean> {
  const values = [star.organizationId, star.dataProductId, star.email, now];
  return (await runStatement(db, insert, values)).length === 1;
}

/** Removes the star; false when there was none. */
export async function deleteStar(db: Db, star: StarKey): Promise<boolean> {
  const deleted = await db('data_product_stars')
    .where({
      organization_id: star.organizationId,
      data_product_id: star.dataProductId,
      email: star.email,
    })
    .delete();
  return deleted === 1;
}

const count = {
  name: 'data-product-stars-count',
  text: `select count(s.email)::int as count, coalesce(bool_or(s.email = $3), false) as "starredByMe"
    from documents d
    left join data_product_stars s on s.organization_id = d.organization_id and s.data_product_id = d.id
    where d.organization_id = $1 and d.kind = 'data-product' and d.id = $2
    group by d.id`,
};

/**
 * Number of stars of the product, and whether this person gave one; undefined when there is no such product.
 */
export async function countStars(
  db: Db,
  product: ProductKey,
  email: string | undefined,
): Promise<{ count: number; starredByMe: boolean } | undefined> {
  const [row] = await runStatement<{ count: number; starredByMe: boolean }>(db, count, [
    product.organizationId,
    product.dataProductId,
    email,
  ]);
  return row;
}

const list = {
  name: 'data-product-stars-list',
  text: `select email, starred_at as "starredAt" from data_product_stars
    where organization_id = $1 and data_product_id = $2
      and ($3::timestamptz is null or (starred_at, email) < ($3::timestamptz, $4::text collate "C"))
    order by starred_at desc, email desc limit $5 offset $6`,
};

export type Star = { email: string; starredAt: Date };

/** Stars of a product, newest first, after the given star. */
export function listStars(
  db: Db,
  product: ProductKey,
  page: { limit: number; offset: number; after: Star | undefined },
): Promise<Star[]> {
  return runStatement<Star>(db, list, [
    product.organizationId,
    product.dataProductId,
    page.after?.starredAt,
    page.after?.email,
    page.limit,
    page.offset,
  ]);
}

import type { Database, Db, Tx } from '../../db/connect.ts';
import { violatedConstraint } from '../../db/postgres-errors.ts';
import { countStars, deleteStar, insertStar } from '../../db/tables/data-product-stars.ts';
import type { StarKey } from '../../db/tables/data-product-stars.ts';
import { recordEvent } from '../../db/tables/events.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { dataProduct } from '../../domain/kinds/data-product.ts';
import type { Principal } from '../../domain/principal.ts';
import { refuseUnknownDocument } from '../documents/refuse-unknown-document.ts';

export type StarRequest = {
  dataProductId: string;
  principal: Principal;
  requestId: string;
  now: Date;
};

/** Gives the product the star of the person; one that it has already stays. Refuses with `not_found`. */
export async function starDataProduct(database: Database, request: StarRequest): Promise<void> {
  const star = await readStar(database.knex, request);
  try {
    await transact(database, async (tx) => {
      if (await insertStar(tx, star, request.now)) await record(tx, 'DataProductStarred', request);
    });
  } catch (error) {
    // The product was deleted meanwhile.
    if (violatedConstraint(error) === 'data_product_stars_product') {
      refuseUnknownDocument(dataProduct, request.dataProductId);
    }
    throw error;
  }
}

/** Takes the star of the person back, if there is one. Refuses with `not_found` an unknown product. */
export async function unstarDataProduct(database: Database, request: StarRequest): Promise<void> {
  const star = await readStar(database.knex, request);
  await transact(database, async (tx) => {
    if (await deleteStar(tx, star)) await record(tx, 'DataProductUnstarred', request);
  });
}

async function readStar(
  db: Db,
  { dataProductId, principal: { organizationId, email } }: StarRequest,
): Promise<StarKey> {
  if (email === undefined) return refuse('permission_denied', 'Only people give stars.');
  const product = { organizationId, dataProductId };
  if (!(await countStars(db, product, undefined)))
    refuseUnknownDocument(dataProduct, dataProductId);
  return { ...product, email: email.toLowerCase() };
}

async function record(
  tx: Tx,
  type: string,
  { dataProductId, principal, requestId, now }: StarRequest,
): Promise<void> {
  await recordEvent(tx, {
    organizationId: principal.organizationId,
    type,
    subjectKind: 'data-product',
    subjectId: dataProductId,
    principal: principal.name,
    requestId,
    public: false,
    now,
  });
}

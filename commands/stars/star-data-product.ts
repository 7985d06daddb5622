import type { Database, Db, Tx } from '../../db/connect.ts';
import {
  countStars,
  deleteStar,
  insertStar,
} from '../../db/tables/documents/data-product-stars.ts';
import type { StarKey } from '../../db/tables/documents/data-product-stars.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { dataProduct } from '../../domain/kinds/data-product.ts';
import type { Principal } from '../../domain/principal.ts';
import { refuseUnknownDocument } from '../refuse-unknown-document.ts';

export type StarRequest = {
  dataProductId: string;
  principal: Principal;
  requestId: string;
  now: Date;
};

/** Adds the star of the person to the product; an existing star stays. Refuses with `not_found`. */
export async function starDataProduct(database: Database, request: StarRequest): Promise<void> {
  const star = await readStar(database.knex, request);
  await transact(database, async (tx) => {
    if (await insertStar(tx, star, request.now)) await record(tx, 'DataProductStarred', request);
  });
}

/** Removes the star of the person, if any. Refuses with `not_found` an unknown product. */
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
  if (email === undefined)
    return refuse(
      'permission_denied',
      'Only people can give stars: use a key with the scope user.',
    );
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

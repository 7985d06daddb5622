import { Type } from '@sinclair/typebox';
import { explainPermissions } from '../../../commands/explain-permission.ts';
import { listAccessAlerts } from '../../../db/tables/access/alerts.ts';
import { dataProduct } from '../../../domain/kinds/data-product.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { readExpectedGrants } from '../../body/read-expected-grants.ts';
import { presentAlert } from '../../present/access-alert.ts';
import { defineRoute } from '../../route.ts';
import { productGrantsSchema } from '../../schemas/ui/product-grants.ts';

const maxAlerts = 100;

/** Grants, alerts and the permission to decide in one answer, because the page of consumers shows them in one table. */
export const productGrantsRoute = defineRoute({
  method: 'GET',
  path: '/ui/dataproducts/:id/grants',
  name: 'getProductGrants',
  refuses: ['not_found'],
  summary: 'Get the grants that should exist for a data product, with its open alerts',
  tag: 'web ui',
  access: 'session',
  params: Type.Object({ id: Type.String({ description: 'Id of the data product' }) }),
  answers: { 200: { description: 'Grants and alerts', schema: productGrantsSchema } },
  handle: async ({ params, principal, services }) => {
    const { knex } = services.database;
    const { organizationId } = principal;
    const dataProductId = checkDocumentId(params.id);
    const resources = [`${dataProduct.collection}/${dataProductId}`];
    const [decide] = await explainPermissions(knex, {
      actions: ['ACCESS_APPROVE'],
      resources,
      principal,
    });
    if (decide === undefined) throw new Error('no permission was explained');
    const { grants } = await readExpectedGrants(knex, organizationId, { dataProductId });
    const filter = { open: true, accessId: undefined, dataProductId };
    const page = { limit: maxAlerts, offset: 0, beforeId: undefined };
    const alerts = await listAccessAlerts(knex, organizationId, filter, page);
    const rest = {
      alerts: alerts.map(presentAlert),
      decide: { allowed: decide.allowed, because: decide.because },
    };
    const text = `{"grants":[${grants.join(',')}],${JSON.stringify(rest).slice(1)}`;
    return { status: 200, text };
  },
});

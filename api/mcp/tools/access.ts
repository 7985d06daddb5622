import { Type } from '@sinclair/typebox';
import { permissions } from '../../../domain/organizations/permissions.ts';
import { path } from '../catalog-reader.ts';
import { termsIdOf } from '../../../lib/contract-terms.ts';
import { defineTool, ids, oneOf } from '../tool.ts';
import { readPort } from './products.ts';

const day = (description: string) =>
  Type.Optional(Type.String({ description: `${description} (UTC), as 2026-12-31` }));

const request = defineTool({
  name: 'request_access',
  title: 'Request access to an output port',
  description:
    'Requests access to an output port for the person or one of their teams. If the data contract has terms of use, the first call requests nothing and returns them with a termsId: show them to the person word for word, and call again with acknowledgedTerms only if the person accepts them. The answer says whether access was given at once or the provider decides.',
  effect: 'changes',
  input: Type.Object({
    dataProductId: ids.dataProductId,
    outputPortId: ids.outputPortId,
    purpose: Type.String({
      minLength: 1,
      maxLength: 4_000,
      description: 'What the data is used for, in the words of the person; the provider reads it',
    }),
    teamId: Type.Optional(
      Type.String({ description: 'Team that uses the data; without it, the person alone' }),
    ),
    startDate: day('First day'),
    endDate: day('Last day'),
    acknowledgedTerms: Type.Optional(
      Type.String({ description: 'termsId of the terms that the person has read and accepted' }),
    ),
  }),
  run: async (asked, catalog) => {
    const { dataProductId, outputPortId, teamId, acknowledgedTerms, ...fields } = asked;
    const { terms, access } = await readPort(catalog, { dataProductId, outputPortId, teamId });
    if (!access.canRequestAccess)
      return { status: 'not_requested', next: access.canRequestAccessReason };
    const termsId = termsIdOf(terms);
    if (termsId !== undefined && acknowledgedTerms !== termsId) {
      const wrong =
        acknowledgedTerms === undefined
          ? ''
          : `'${acknowledgedTerms}' is not the termsId of the present terms. `;
      const next = `${wrong}Nothing was requested. Show termsOfUse to the person word for word. If they accept, call again with acknowledgedTerms '${termsId}'.`;
      return { status: 'terms_not_acknowledged', termsOfUse: terms, termsId, next };
    }
    const consumer = teamId === undefined ? {} : { consumer: { teamId } };
    return catalog.post(
      path`/api/dataproducts/${dataProductId}/outputports/${outputPortId}/request-access`,
      { body: { ...fields, ...consumer } },
    );
  },
});

const status = defineTool({
  name: 'get_access_status',
  title: 'Read the state of access to an output port',
  description:
    'Reads whether the person (or one of their teams) has access to an output port, whether a request waits for a decision, and whether they can request access.',
  effect: 'reads',
  input: Type.Object({
    dataProductId: ids.dataProductId,
    outputPortId: ids.outputPortId,
    teamId: Type.Optional(Type.String({ description: 'Asks for this team' })),
  }),
  run: ({ dataProductId, outputPortId, teamId }, { get }) =>
    get(path`/api/dataproducts/${dataProductId}/outputports/${outputPortId}/access-status`, {
      teamId,
    }),
});

const lifecycles = ['requested', 'rejected', 'upcoming', 'active', 'expired'] as const;

const list = defineTool({
  name: 'list_accesses',
  title: 'List the accesses of the person',
  description:
    'Lists which output ports the person and their teams use or have requested, with the decision and the dates of each access.',
  effect: 'reads',
  input: Type.Object({
    state: Type.Optional(oneOf(lifecycles, 'Only accesses in this state')),
    cursor: Type.Optional(Type.String({ description: 'Id of the last access of the former page' })),
  }),
  run: ({ state, cursor }, { get }) =>
    get('/api/access', { mine: 'consumer', lifecycle: state, after: cursor, size: 20 }),
});

const explain = defineTool({
  name: 'explain_permission',
  title: 'Explain a permission',
  description:
    'Explains whether the person may do something with an entry of the catalog (edit a contract, decide about access, …), by which rule, and through which team and role. It is about the catalog; whether data may be used is the answer of get_output_port.',
  effect: 'reads',
  input: Type.Object({
    resource: Type.String({
      description: '<collection>/<id>, e.g. datacontracts/orders, dataproducts/shop or teams/sales',
    }),
    action: Type.Optional(
      oneOf(permissions, 'Only this permission; otherwise all that fit the entry'),
    ),
  }),
  run: ({ resource, action }, { get }) => get('/api/permissions/explain', { resource, action }),
});

/** Tools about access to data and permissions in the catalog. */
export const accessTools = [request, status, list, explain];

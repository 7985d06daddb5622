import type { IntegrationRequest } from '../../commands/integrations/integration-request.ts';
import { chooseOrganization } from '../../commands/organizations/choose-organization.ts';
import type { Database } from '../../db/connect.ts';
import type { IntegrationKey } from '../../db/tables/integrations.ts';
import type { OrganizationId, Principal } from '../../domain/principal.ts';
import type { Action, Given, Option, Outcome, Surroundings } from '../cli/command.ts';
import { withDatabase } from '../cli/open-database.ts';

const organizationOption: Option = {
  name: 'organization',
  value: 'vanity or id',
  help: 'the organization; without it the only one',
};

/** What an action on the integrations of an organization works with. */
export type Call = {
  database: Database;
  organizationId: OrganizationId;
  given: Given;
  surroundings: Surroundings;
  /** A request about an integration, in the name of the operator. */
  requestOf: (id: string) => IntegrationRequest;
};

/** Declares an action on the integrations of an organization. */
export function defineAction(
  action: Omit<Action, 'run'>,
  run: (call: Call) => Promise<Outcome>,
): Action {
  return {
    ...action,
    options: [...action.options, organizationOption],
    run: (given, surroundings) =>
      withDatabase(surroundings, async (database) => {
        const { id: organizationId } = await chooseOrganization(
          database.knex,
          given.texts['organization'],
        );
        const requestOf = (id: string): IntegrationRequest => ({
          id,
          principal: operatorOf(organizationId),
          requestId: undefined,
          now: surroundings.clock.now(),
        });
        return run({ database, organizationId, given, surroundings, requestOf });
      }),
  };
}

/** Whoever is on the machine acts for the organization. */
function operatorOf(organizationId: OrganizationId): Principal {
  const nobody = { teamId: undefined, email: undefined };
  return { organizationId, name: 'system', scope: 'organization', ...nobody };
}

const integrationId = { name: 'id', help: 'externalId of the integration' };

/** The same on one integration, which the call names. */
export function defineActionOnOne(
  action: Omit<Action, 'run' | 'arguments'>,
  run: (call: Call & { key: IntegrationKey; request: IntegrationRequest }) => Promise<Outcome>,
): Action {
  return defineAction({ ...action, arguments: [integrationId] }, (call) => {
    const [id = ''] = call.given.arguments;
    const key = { organizationId: call.organizationId, id };
    return run({ ...call, key, request: call.requestOf(id) });
  });
}

import type { IntegrationRequest } from '../../../commands/integrations/integration-request.ts';
import type { Database, Db } from '../../../db/connect.ts';
import type { IntegrationKey } from '../../../db/tables/ingestion/integrations.ts';
import type { OrganizationId, Principal } from '../../../domain/principal.ts';
import type { Action, CommandContext, Given, Outcome } from '../command.ts';
import { withDatabase } from '../open-database.ts';
import { organizationOfIntegration, organizationOption } from '../organization-option.ts';
import type { Chosen } from '../organization-option.ts';

/** Context of an action on the integrations of an organization. */
export type Call = {
  database: Database;
  organizationId: OrganizationId;
  given: Given;
  context: CommandContext;
  /** A line above an answer for people, about the choice of the organization. */
  note: string;
  /** Creates a request about an integration on behalf of the operator. */
  requestOf: (id: string) => IntegrationRequest;
};

/** Declares an action on the integrations of an organization, which `choose` finds. */
export function defineAction(
  action: Omit<Action, 'run'>,
  choose: (db: Db, given: Given) => Promise<Chosen>,
  run: (call: Call) => Promise<Outcome>,
): Action {
  return {
    ...action,
    options: [...action.options, organizationOption],
    run: (given, context) =>
      withDatabase(context, async (database) => {
        const { organization, note } = await choose(database.knex, given);
        const organizationId = organization.id;
        const requestOf = (id: string): IntegrationRequest => ({
          id,
          principal: operatorOf(organizationId),
          requestId: undefined,
          now: context.clock.now(),
        });
        return run({ database, organizationId, given, context, note, requestOf });
      }),
  };
}

/** A user of this machine acts for the organization. */
function operatorOf(organizationId: OrganizationId): Principal {
  const none = { teamId: undefined, email: undefined };
  return { organizationId, name: 'system', scope: 'organization', ...none };
}

const integrationId = { name: 'id', help: 'externalId of the integration' };

/** Declares an action on one integration, which the call names. */
export function defineActionOnOne(
  action: Omit<Action, 'run' | 'arguments'>,
  run: (call: Call & { key: IntegrationKey; request: IntegrationRequest }) => Promise<Outcome>,
): Action {
  const named = { ...action, arguments: [integrationId] };
  return defineAction(named, organizationOfIntegration, (call) => {
    const [id = ''] = call.given.arguments;
    const key = { organizationId: call.organizationId, id };
    return run({ ...call, key, request: call.requestOf(id) });
  });
}

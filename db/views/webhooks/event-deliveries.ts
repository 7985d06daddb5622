import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { deliveryColumns } from './deliveries.ts';
import type { ListedDelivery } from './deliveries.ts';

const list = {
  name: 'webhook-deliveries-of-event',
  text: `select webhook_id as "webhookId", ${deliveryColumns} from webhook_deliveries
    where organization_id = $1 and event_id = $2 order by id desc limit 1000`,
};

/** Deliveries of an event to all webhooks, newest first. */
export function listEventDeliveries(
  db: Db,
  { organizationId, id }: { organizationId: OrganizationId; id: string },
): Promise<(ListedDelivery & { webhookId: string })[]> {
  return runStatement(db, list, [organizationId, id]);
}

import type { Context } from '../command.ts';
import { Failure } from '../failure.ts';
import { apiPath } from '../http/api-path.ts';
import { confirm } from '../session/ask.ts';
import { termsOf } from '../../lib/contract-terms.ts';

type Status = {
  dataContractId?: string;
  canRequestAccess: boolean;
  canRequestAccessReason: string;
};

type Port = {
  product: string;
  port: string;
  team: string | undefined;
  /** True if another person or a product is the consumer, whose requests the state of the port does not tell. */
  isForOthers: boolean;
};

/**
 * Refuses a request that cannot be made, such as a second one. Quotes the terms of use of the contract of a port, and goes on only
 * if the person accepts them, or has done so in the call.
 */
export async function acceptTerms(
  { client, printer, surroundings }: Context,
  { product, port, team, isForOthers }: Port,
  isAccepted: boolean,
): Promise<void> {
  const status = await client().get<Status>(
    apiPath`/api/dataproducts/${product}/outputports/${port}/access-status`,
    { teamId: team },
  );
  if (!status.canRequestAccess && !isForOthers) throw new Failure(status.canRequestAccessReason);
  const { dataContractId } = status;
  if (dataContractId === undefined) return;
  const contract = await client().get<Record<string, unknown>>(
    apiPath`/api/datacontracts/${dataContractId}`,
  );
  const terms = Object.entries(termsOf(contract));
  if (terms.length === 0) return;
  printer.say(`Terms of use of ${dataContractId}:`);
  for (const [name, text] of terms)
    printer.say(`  ${name}: ${text.trim().replaceAll('\n', '\n    ')}`);
  if (!isAccepted) await confirm(surroundings, 'Do you accept these terms?', '--accept-terms');
}

import type { Context, Given } from '../command.ts';
import { Failure } from '../failure.ts';
import { apiPath } from '../http/api-path.ts';
import { confirm } from '../session/ask.ts';
import { termsOf } from '../../lib/contract-terms.ts';

type Status = {
  dataContractId?: string;
  canRequestAccess: boolean;
  canRequestAccessReason: string;
};

type Port = { product: string; port: string } & Pick<Given, 'texts'>;

/**
 * Refuses a request that cannot be made, such as a second one. Quotes the terms of use of the contract of a port, and goes on only
 * if the person accepts them, or has done so in the call.
 */
export async function acceptTerms(
  { client, printer, surroundings }: Context,
  { product, port, texts }: Port,
  isAccepted: boolean,
): Promise<void> {
  const status = await client().get<Status>(
    apiPath`/api/dataproducts/${product}/outputports/${port}/access-status`,
    { teamId: texts['team'] },
  );
  // The state is that of the team or the caller: it tells nothing of another person, or of a product.
  const isForOthers = (texts['user'] ?? texts['for-product']) !== undefined;
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

import { refuse } from '../../errors.ts';
import { quoteNames } from '../../validation/quote-names.ts';
import type { ContractServer } from './contract-model.ts';

/** The server with this key, or the only one. Refuses with `server_required` and `unknown_server`. */
export function chooseServer(
  servers: readonly ContractServer[],
  wanted: string | undefined,
): ContractServer {
  const names = quoteNames(servers.map(({ server }) => server));
  const [first, ...others] = servers;
  if (!first)
    return refuse(
      'server_required',
      "The contract has no 'servers': add the one that holds the data, for example {server: production, type: postgres, host: db.example.com, port: 5432, database: shop, schema: public}.",
    );
  if (wanted === undefined) {
    if (others.length === 0) return first;
    return refuse(
      'server_required',
      `The contract has several servers; name one as 'server': ${names}.`,
    );
  }
  const [named, ...twins] = servers.filter((server) => server.server === wanted);
  if (twins.length > 0) {
    refuse(
      'server_required',
      `The contract has several servers with the key '${wanted}'; give each its own.`,
    );
  }
  return (
    named ?? refuse('unknown_server', `The contract has no server '${wanted}'; it has ${names}.`)
  );
}

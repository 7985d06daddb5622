import { refuse } from '../domain/errors.ts';
import type { ContractServer } from '../domain/standards/odcs/contract-model.ts';
import type { Source, SourceAccess } from './connector.ts';
import { findConnector, supportedServerTypes } from './index.ts';

/** Opens a contract's server with the connector of its type; refuses with `source_refused` types that have none. */
export async function openSource(
  server: ContractServer,
  access: SourceAccess,
  signal: AbortSignal,
): Promise<Source> {
  const connector = findConnector(server.type);
  if (connector === undefined) {
    const supported = supportedServerTypes.join(', ');
    refuse(
      'source_refused',
      `Server type '${server.type}' is not supported; supported: ${supported}`,
    );
  }
  return connector.open(server, access, signal);
}

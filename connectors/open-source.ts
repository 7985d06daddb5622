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
  refuseVariables(server);
  return connector.open(server, access, signal);
}

/** Variables without a default would have to come from the environment, which is none of a contract's business. */
function refuseVariables(server: ContractServer): void {
  for (const [member, value] of Object.entries(server)) {
    const variable = typeof value === 'string' && /\$\{[A-Za-z_][A-Za-z0-9_]*\}/.exec(value)?.[0];
    if (!variable) continue;
    refuse(
      'source_refused',
      `Server '${server.server}' has the variable ${variable} in '${member}'; only variables with a default, as \${NAME:-default}, are filled in`,
    );
  }
}

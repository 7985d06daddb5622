import { refuse } from '../domain/errors.ts';
import type { ContractServer } from '../domain/standards/odcs/contract-model.ts';
import type { Source, SourceAccess } from './connector.ts';
import { supportedServerTypes } from './catalogue.ts';
import { traceSource } from './trace-source.ts';
import { findConnector } from './index.ts';

/** Opens a server of a contract with the connector for its type; refuses with `source_refused` types without a connector. */
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
  return traceSource(await connector.open(server, access, signal), server.type);
}

/** Variables without a default would come from the worker's environment, which a contract must not read. */
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

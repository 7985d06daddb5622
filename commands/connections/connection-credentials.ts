import type { findConnectorInfo } from '../../connectors/catalogue.ts';
import type { TeamConnectionKey } from '../../db/tables/organizations/team-connections.ts';
import { refuse } from '../../domain/errors.ts';
import type { Violation } from '../../domain/errors.ts';
import { assertNoViolations } from '../../domain/validation/validation.ts';
import { openSecret, sealSecret } from '../../lib/secrets/secrets.ts';
import type { SecretKeys } from '../../lib/secrets/secrets.ts';

/** The connector for servers of one type. */
export type KnownConnector = NonNullable<ReturnType<typeof findConnectorInfo>>;

function locationOf({ organizationId, teamId, id }: TeamConnectionKey): string[] {
  return ['team_connections', organizationId, teamId, id, 'credentials'];
}

/** Seals credentials for storage. Refuses with `secret_key_missing` if SECRET_KEY is not set. */
export function sealConnection(
  credentials: Record<string, string>,
  keys: SecretKeys | undefined,
  key: TeamConnectionKey,
): string {
  return sealSecret(JSON.stringify(credentials), keys ?? refuseWithoutKey(), locationOf(key));
}

function refuseWithoutKey(): never {
  return refuse(
    'secret_key_missing',
    'Credentials cannot be stored: an operator must set SECRET_KEY for all processes and restart them.',
  );
}

/** Opens the credentials of this connection; throws an error with the reason if that fails. */
export function openConnection(
  sealed: string,
  keys: SecretKeys | undefined,
  key: TeamConnectionKey,
): Record<string, string> {
  if (keys === undefined) throw new Error('SECRET_KEY is not set for the workers');
  return JSON.parse(openSecret(sealed, keys, locationOf(key))) as Record<string, string>;
}

/** The short name of a credential: `PASSWORD` for `DATACONTRACT_POSTGRES_PASSWORD`. */
const shortName = (name: string): string => name.replace(/^DATACONTRACT_[A-Z0-9]+_/, '');

/**
 * Credentials by their full names. Refuses with `invalid_body` names that the connector does not know, and sets that are not
 * enough to sign in.
 */
export function readCredentials(
  connector: KnownConnector,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const known = connector.credentials.map(({ name }) => name);
  if (known.length === 0) {
    refuse('invalid_body', `Servers of type '${connector.serverTypes[0]}' need no credentials.`);
  }
  const violations: Violation[] = [];
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const wanted = name.toUpperCase();
    const whole =
      known.find((one) => one === wanted) ?? known.find((one) => shortName(one) === wanted);
    if (whole === undefined) {
      violations.push({
        field: `credentials.${name}`,
        message: `is unknown; known are ${known.join(', ')}`,
      });
    } else if (found[whole] !== undefined) {
      violations.push({ field: `credentials.${name}`, message: `is given twice, as ${whole} too` });
    } else found[whole] = value;
  }
  assertNoViolations(violations, 'invalid_body');
  assertSignIn(connector, found);
  return found;
}

function assertSignIn({ signIns }: KnownConnector, found: Record<string, string>): void {
  if (signIns.length === 0 || signIns.some((names) => names.every((name) => name in found))) return;
  const ways = signIns.map((names) => names.join(' and ')).join(', or ');
  const message = `must be enough to sign in: ${ways}`;
  assertNoViolations([{ field: 'credentials', message }], 'invalid_body');
}

import type { findConnector } from '../../connectors/index.ts';
import type { TeamConnectionKey } from '../../db/tables/team-connections.ts';
import { refuse } from '../../domain/errors.ts';
import type { Violation } from '../../domain/errors.ts';
import { assertNoViolations } from '../../domain/validation.ts';
import { openSecret, sealSecret } from '../../lib/secrets.ts';
import type { SecretKeys } from '../../lib/secrets.ts';

/** What reads servers of one type. */
export type KnownConnector = NonNullable<ReturnType<typeof findConnector>>;

function placeOf({ organizationId, teamId, id }: TeamConnectionKey): string[] {
  return ['team_connections', organizationId, teamId, id, 'credentials'];
}

/** The credentials as they are stored. Refuses with `secret_key_missing` when the installation has no key to seal them with. */
export function sealConnection(
  credentials: Record<string, string>,
  keys: SecretKeys | undefined,
  key: TeamConnectionKey,
): string {
  return sealSecret(JSON.stringify(credentials), keys ?? refuseWithoutKey(), placeOf(key));
}

function refuseWithoutKey(): never {
  return refuse(
    'secret_key_missing',
    'Credentials cannot be stored: an operator has to set SECRET_KEY for all processes and start them again.',
  );
}

/** The credentials that were sealed for this connection; throws an error that says why when they cannot be read. */
export function openConnection(
  sealed: string,
  keys: SecretKeys | undefined,
  key: TeamConnectionKey,
): Record<string, string> {
  if (keys === undefined) throw new Error('SECRET_KEY is not set for the workers');
  return JSON.parse(openSecret(sealed, keys, placeOf(key))) as Record<string, string>;
}

/** `DATACONTRACT_POSTGRES_PASSWORD` is `PASSWORD` in short. */
const shortName = (name: string): string => name.replace(/^DATACONTRACT_[A-Z0-9]+_/, '');

/**
 * Credentials by their whole names. Refuses with `invalid_body` names that the connector does not know, and sets that are no way to
 * sign in.
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

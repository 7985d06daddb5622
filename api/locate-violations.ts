import { Refusal } from '../domain/errors.ts';
import { locateInYaml } from '../lib/yaml.ts';
import type { RawBody } from './route.ts';

/**
 * The error of a request as its client should see it: violations of a body of YAML then say at which line and column
 * each member stands, or what is around it when it is missing. Everything else stays as it is.
 */
export async function locateViolations(error: unknown, body: RawBody): Promise<unknown> {
  if (!(error instanceof Refusal) || !error.violations || body.format !== 'yaml') return error;
  const positions = await locateInYaml(
    body.text,
    error.violations.map(({ field }) => field),
  );
  const violations = error.violations.map((violation, index) => ({
    ...violation,
    ...positions[index],
  }));
  return new Refusal(error.code, error.message, { violations, extra: error.extra });
}

import { Refusal } from '../errors.ts';
import { locateInYaml } from '../../lib/yaml/yaml.ts';
import type { SentText } from './parse-document.ts';

/**
 * Adds to violations of a YAML text the line and column of each member, or of its parent if the member is missing. Other errors are
 * returned unchanged.
 */
export function locateViolations(error: unknown, sent: SentText): unknown {
  if (!(error instanceof Refusal) || !error.violations || sent.format !== 'yaml') return error;
  const positions = locateInYaml(
    sent.text,
    error.violations.map(({ field }) => field),
  );
  const violations = error.violations.map((violation, index) => ({
    ...violation,
    ...positions[index],
  }));
  return new Refusal(error.code, error.message, { violations, extra: error.extra });
}

import { Refusal } from '../domain/errors.ts';
import { parseJson } from './parse-document.ts';
import type { BodyRule, RawBody } from './route.ts';

/** Longest ontology: some 100,000 concepts. */
export const ontologyLimitBytes = 32 * 1024 * 1024;

/** How ontologies are sent: as YAML, of which JSON is a part. */
export const ontologyBody: BodyRule = {
  formats: ['yaml', 'json'],
  required: true,
  limitBytes: ontologyLimitBytes,
};

/** The text of an ontology as it was sent; what says that it is JSON, or does not say what it is, must be JSON. */
export function ontologyText({ text, format }: RawBody): string {
  if (format !== 'json') return text;
  try {
    parseJson(text);
    return text;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, violations, extra } = error;
    const hint = 'If it is YAML, send it with the content type application/yaml.';
    throw new Refusal(code, `${message} ${hint}`, { violations, extra });
  }
}

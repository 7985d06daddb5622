import type { JsonObject } from '../../lib/json/json.ts';
import { parseYaml } from '../../lib/yaml/yaml.ts';
import type { LocalDocument } from './local-document.ts';

/** The content of a local document; null if it cannot be parsed, which the server explains. */
export function contentOf({
  format,
  text,
}: Pick<LocalDocument, 'format' | 'text'>): JsonObject | null {
  const json = format === 'json' ? text : (parseYaml(text).json ?? 'null');
  return JSON.parse(json) as JsonObject | null;
}

import type { JsonObject } from '../../lib/json/json.ts';
import { objectOf, textOf } from '../standards/json-value.ts';
import type { Extract } from './kind.ts';

/** Name, version, description, status and tags of a valid document of the deprecated DCS or DPS, which write them alike. */
export function infoMembers(
  document: JsonObject,
): Pick<Extract, 'name' | 'version' | 'description' | 'status' | 'tags'> {
  const info = objectOf(document.info) ?? {};
  const { tags } = document;
  return {
    name: textOf(info['title']) ?? textOf(document.id) ?? '',
    version: textOf(info['version']),
    description: textOf(info['description']) ?? '',
    status: textOf(info['status']),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
  };
}

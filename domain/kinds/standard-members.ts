import { isObject } from '../../lib/json/json.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import type { Extract } from './kind.ts';

/** Name, version, description, status and tags of a valid document of ODCS or ODPS, which write them alike. */
export function standardMembers(
  document: JsonObject,
): Pick<Extract, 'name' | 'version' | 'description' | 'status' | 'tags'> {
  const { id, name, version, status, tags, description } = document;
  return {
    name: [name, id].find((text) => isText(text) && text !== '') as string,
    version: isText(version) && version !== '' ? version : undefined,
    description: isObject(description)
      ? [description.purpose, description.usage, description.limitations].filter(isText).join('\n')
      : '',
    status: isText(status) ? status : undefined,
    tags: Array.isArray(tags) ? tags.filter(isText) : [],
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

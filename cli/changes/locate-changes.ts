import type { LocalDocument } from '../files/local-document.ts';
import { isObject } from '../../lib/json/json.ts';
import { locateInYaml } from '../../lib/yaml/yaml.ts';

/** Members that name an element of a list, in the order in which changes use them. */
const names = ['id', 'name', 'server', 'property', 'role'];

/**
 * The lines of changes in a YAML file, by their paths: `schema[orders].properties[status]` is found by the names of elements. A path
 * of something that was removed has the line of what surrounds it.
 */
export function locateChanges(
  { text, format, line }: Pick<LocalDocument, 'text' | 'format' | 'line'>,
  content: unknown,
  paths: readonly string[],
): Record<string, number> {
  if (format !== 'yaml' || paths.length === 0) return {};
  const found = locateInYaml(
    text,
    paths.map((path) => toIndexes(content, path)),
  );
  const lines = paths.map((path, index): [string, number] => {
    return [path, (found[index]?.line ?? 1) + line - 1];
  });
  return Object.fromEntries(lines);
}

/** The path with positions instead of names, as far as it exists. */
function toIndexes(content: unknown, path: string): string {
  let value = content;
  let indexes = '';
  for (const [step, element, member] of path.matchAll(/\[([^\]]*)\]|\.?([^.[\]]+)/g)) {
    if (element === undefined) {
      value = isObject(value) ? value[member ?? ''] : undefined;
      indexes += step;
      continue;
    }
    const list = Array.isArray(value) ? (value as unknown[]) : [];
    const index = positionOf(list, element);
    if (index === -1) return indexes;
    value = list[index];
    indexes += `[${index}]`;
  }
  return indexes;
}

function positionOf(list: readonly unknown[], element: string): number {
  const named = list.findIndex(
    (item) => item === element || (isObject(item) && names.some((name) => item[name] === element)),
  );
  return named === -1 && /^\d+$/.test(element) && Number(element) < list.length
    ? Number(element)
    : named;
}

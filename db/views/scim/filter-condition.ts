import { subAttribute } from '../../../domain/scim/filter/match-filter.ts';
import type { Filter } from '../../../domain/scim/filter/parse-filter.ts';
import { refuseScim } from '../../../domain/scim/protocol/refuse-scim.ts';
import type { Attribute } from '../../../domain/scim/schemas/attribute.ts';
import {
  findAttribute,
  findTarget,
  resourceTypes,
} from '../../../domain/scim/schemas/resource-types.ts';
import type { ResourceType, Target } from '../../../domain/scim/schemas/resource-types.ts';
import { isUuid } from '../../../lib/ids.ts';
import { comparison } from './comparison.ts';
import type { Compared, Condition } from './comparison.ts';

/** The resource type of a query and the address of the interface, for `$ref`. */
export type Queried = {
  type: ResourceType;
  baseUrl: string;
  /** True if other types are queried, too: an attribute that only they have is then one without a value (RFC 7644 §3.4.2.1). */
  isOneOfSeveral?: boolean;
};

/** The condition on a row `r` of scim_resources that a filter means; refuses with `invalidFilter`. */
export function conditionOf(queried: Queried, filter: Filter): Condition {
  if ('path' in filter && isOfOthers(queried, filter.path)) return ofAbsent(filter);
  if ('value' in filter) return compared(queried, filter);
  switch (filter.op) {
    case 'and':
    case 'or':
      return joined(
        filter.op,
        filter.filters.map((each) => conditionOf(queried, each)),
      );
    case 'not':
      return negated(conditionOf(queried, filter.filter));
    case '[]':
      return selected(queried, filter);
    case 'pr':
      return compared(queried, filter);
  }
}

function selected(queried: Queried, filter: Filter & { op: '[]' }): Condition {
  const target = targetOf(queried, filter.path);
  const { attribute } = target;
  if (!attribute.multiValued || attribute.type !== 'complex' || target.sub) {
    return refuseScim('invalidFilter', `'${attribute.name}' is no list of values with parts.`);
  }
  return someElement(queried, target, ofElement(attribute, filter.filter));
}

/** True if only other types of the query have the attribute. */
function isOfOthers({ type, isOneOfSeveral }: Queried, path: string): boolean {
  if (!isOneOfSeveral || findTarget(type, path)) return false;
  return resourceTypes.some((each) => findTarget(each, path));
}

function ofAbsent(filter: Filter): Condition {
  const isNull = 'value' in filter && filter.value === null;
  const holds = isNull ? filter.op === 'eq' : filter.op === 'ne';
  return { sql: String(holds), bindings: [] };
}

function joined(op: 'and' | 'or', parts: readonly Condition[]): Condition {
  return {
    sql: `(${parts.map(({ sql }) => sql).join(` ${op} `)})`,
    bindings: parts.flatMap(({ bindings }) => bindings),
  };
}

function negated({ sql, bindings }: Condition): Condition {
  return { sql: `not (${sql})`, bindings };
}

function targetOf(
  { type }: Queried,
  path: string,
  refusal: 'invalidFilter' | 'invalidPath' = 'invalidFilter',
): Target {
  const target = findTarget(type, path);
  return target ?? refuseScim(refusal, `A ${type.kind} has no attribute '${path.slice(0, 200)}'.`);
}

function compared(queried: Queried, filter: Compared): Condition {
  const target = targetOf(queried, filter.path);
  const { attribute } = target;
  if (attribute.multiValued) {
    if (filter.op === 'pr' && !target.sub) return someElement(queried, target, always);
    return anyElement(queried, target, filter);
  }
  const part = target.sub ?? valuePart(attribute, filter);
  return comparison(textOf(target, part), part ?? attribute, filter);
}

const always: Condition = { sql: 'true', bindings: [] };

/** A complex attribute is compared by its `value`, if it has one. */
function valuePart(attribute: Attribute, { op }: Compared): Attribute | undefined {
  if (attribute.type !== 'complex' || op === 'pr') return undefined;
  return findAttribute(attribute.subAttributes ?? [], 'value');
}

/** A list matches if one value does; `ne` also holds for an empty list, like for an attribute without a value. */
function anyElement(queried: Queried, target: Target, filter: Compared): Condition {
  const { attribute } = target;
  const part = target.sub ?? findAttribute(attribute.subAttributes ?? [], 'value');
  if (attribute.name === 'schemas') return ofSchemas(queried, filter);
  if (!part) {
    return refuseScim('invalidFilter', `'${attribute.name}' has parts: name one of them.`);
  }
  const direct = directMembership(queried, target, filter, part);
  if (direct) return direct;
  const holds = someElement(queried, target, comparison(`e->>'${part.name}'`, part, filter));
  const isAbsence =
    (filter.op === 'ne' && filter.value !== null) || (filter.op === 'eq' && filter.value === null);
  return isAbsence ? joined('or', [holds, negated(someElement(queried, target, always))]) : holds;
}

/** `members eq "<id>"` reads the index of memberships. */
function directMembership(
  { type }: Queried,
  { attribute }: Target,
  filter: Compared,
  part: Attribute,
): Condition | undefined {
  const names = `${type.kind}.${attribute.name}.${part.name}`;
  if (filter.op !== 'eq' || typeof filter.value !== 'string') return undefined;
  const column = { 'Group.members.value': 'user_id', 'User.groups.value': 'group_id' }[names];
  if (!column) return undefined;
  if (!isUuid(filter.value)) return { sql: 'false', bindings: [] };
  const own = column === 'user_id' ? 'group_id' : 'user_id';
  return {
    sql: `exists (select 1 from scim_group_members m where m.organization_id = r.organization_id and m.${own} = r.id and m.${column} = ?::uuid)`,
    bindings: [filter.value],
  };
}

function ofSchemas({ type }: Queried, filter: Compared): Condition {
  const text = `case s.n when 0 then '${type.schema.id}' else s.urn end`;
  const urns = type.extensions.map(
    ({ id }) => `(1, case when r.body->'${id}' is not null then '${id}' end)`,
  );
  const holds = comparison(text, { ...schemasPart, name: 'schemas' }, filter);
  return {
    sql: `exists (select 1 from (values ${[`(0, '')`, ...urns].join(', ')}) s(n, urn) where s.urn is not null and ${holds.sql})`,
    bindings: holds.bindings,
  };
}

const schemasPart = { type: 'reference', caseExact: true } as Attribute;

function someElement(queried: Queried, target: Target, condition: Condition): Condition {
  const from = elementsOf(queried, target);
  return {
    sql: `exists (select 1 from ${from.sql} where ${condition.sql})`,
    bindings: [...from.bindings, ...condition.bindings],
  };
}

/** The values of a list as rows `e`; those of memberships are made from their table. */
function elementsOf({ type, baseUrl }: Queried, { attribute, extension }: Target): Condition {
  if (type.kind === 'Group' && attribute.name === 'members') {
    return {
      sql: `(select jsonb_build_object('value', m.user_id, 'type', 'User', '$ref', ? || m.user_id::text) as e
        from scim_group_members m where m.organization_id = r.organization_id and m.group_id = r.id) members`,
      bindings: [`${baseUrl}/Users/`],
    };
  }
  if (type.kind === 'User' && attribute.name === 'groups') {
    return {
      sql: `(select jsonb_build_object('value', m.group_id, 'type', 'direct', '$ref', ? || m.group_id::text,
          'display', g.body->>'displayName') as e
        from scim_group_members m join scim_resources g on g.organization_id = m.organization_id and g.id = m.group_id
        where m.organization_id = r.organization_id and m.user_id = r.id) groups`,
      bindings: [`${baseUrl}/Groups/`],
    };
  }
  const list = `${containerOf(extension)}->'${attribute.name}'`;
  return { sql: `jsonb_array_elements(${list}) as elements(e)`, bindings: [] };
}

function ofElement(list: Attribute, filter: Filter): Condition {
  if ('value' in filter) return ofPart(list, filter);
  switch (filter.op) {
    case 'and':
    case 'or':
      return joined(
        filter.op,
        filter.filters.map((each) => ofElement(list, each)),
      );
    case 'not':
      return negated(ofElement(list, filter.filter));
    case '[]':
      return refuseScim('invalidFilter', `'${filter.path}' has no values of its own.`);
    case 'pr':
      return ofPart(list, filter);
  }
}

function ofPart(list: Attribute, filter: Compared): Condition {
  const part = subAttribute(list, filter.path);
  return comparison(`e->>'${part.name}'`, part, filter);
}

function containerOf(extension: string | undefined): string {
  return extension === undefined ? 'r.body' : `r.body->'${extension}'`;
}

const columns: Readonly<Record<string, string>> = {
  id: 'r.id::text',
  externalId: 'r.external_id',
  'meta.created': 'r.created_at',
  'meta.lastModified': 'r.updated_at',
  'meta.resourceType': 'r.kind',
  'meta.version': `'W/"' || r.revision || '"'`,
};

/** The value of an attribute, or of one part of it, as text or as a time. */
function textOf({ extension, attribute }: Target, part: Attribute | undefined): string {
  const column = columns[part ? `${attribute.name}.${part.name}` : attribute.name];
  if (column && extension === undefined) return column;
  const container = containerOf(extension);
  return part
    ? `${container}->'${attribute.name}'->>'${part.name}'`
    : `${container}->>'${attribute.name}'`;
}

/** The expression by which a list of resources is sorted; a list is sorted by its primary or first value. */
export function orderOf(queried: Queried, path: string): string {
  if (isOfOthers(queried, path)) return 'true';
  const target = targetOf(queried, path, 'invalidPath');
  const { attribute } = target;
  const part = target.sub ?? findAttribute(attribute.subAttributes ?? [], 'value');
  const sorted = part ?? attribute;
  if (sorted.type === 'complex' || ['members', 'groups', 'schemas'].includes(attribute.name)) {
    refuseScim('invalidPath', `Resources cannot be sorted by '${attribute.name}'.`);
  }
  const text = attribute.multiValued ? firstText(target, sorted) : textOf(target, part);
  if (sorted.type === 'dateTime') return text;
  return `${sorted.caseExact ? `(${text})` : `lower(${text})`} collate "C"`;
}

function firstText({ extension, attribute }: Target, { name }: Attribute): string {
  return `(select e->>'${name}' from jsonb_array_elements(${containerOf(extension)}->'${attribute.name}') with ordinality as t(e, n)
    order by (e->>'primary' = 'true') desc nulls last, n limit 1)`;
}

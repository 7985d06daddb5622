import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { Violation } from '../errors.ts';

const pattern = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 300,
    description: `${description}; * stands for any text`,
  });

const template = (description: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      description: `${description}; {namespace}, {name}, {name.1} (the first part between dots) and {name.-1} (the last one) are replaced`,
    }),
  );

const ruleSchema = Type.Object(
  {
    type: Type.Optional(
      Type.Unsafe<'dataset' | 'job'>({
        type: 'string',
        enum: ['dataset', 'job'],
        default: 'dataset',
        description: 'Nodes to which the rule applies; datasets by default',
      }),
    ),
    namespace: pattern('Namespace of the nodes'),
    name: pattern('Name of the nodes'),
    assetId: template('Id of the asset'),
    dataContractId: template('Id of the data contract'),
    dataProductId: template('Id of the data product'),
    outputPortId: template('Output port of the data product'),
  },
  {
    additionalProperties: false,
    description: 'Names what nodes are',
  },
);

/** The rules of an organization that connect nodes of the lineage with the catalog. */
export const lineageRulesSchema = Type.Object(
  {
    rules: Type.Array(ruleSchema, {
      maxItems: 100,
      description: 'The first rule that applies and gives an id wins',
    }),
  },
  {
    $id: 'LineageRules',
    additionalProperties: false,
    description:
      'Rules that connect datasets and jobs of the lineage with assets, output ports and contracts',
  },
);

export type LineageRule = Static<typeof ruleSchema>;

/** Members with ids. */
const idMembers = ['assetId', 'dataContractId', 'dataProductId', 'outputPortId'] as const;

/** What rules of the schema cannot mean: those that never give anything, and templates with unknown parts. */
export function problemsOfRules(rules: readonly LineageRule[]): Violation[] {
  return rules.flatMap((rule, index) => {
    const at = `rules[${index}]`;
    const given = idMembers.filter((member) => rule[member] !== undefined);
    const templates = given.flatMap((member) => {
      const unknown = unknownPart(rule[member] ?? '');
      const message = `has ${unknown}: write {namespace}, {name}, or {name.1} for a part of the name`;
      return unknown === undefined ? [] : [{ field: `${at}.${member}`, message }];
    });
    if (given.length === 0) {
      const message = 'gives nothing: add assetId, dataContractId or dataProductId';
      return [{ field: at, message }];
    }
    if (rule.outputPortId !== undefined && rule.dataProductId === undefined) {
      const message = 'needs dataProductId, the data product with this port';
      return [...templates, { field: `${at}.outputPortId`, message }];
    }
    if (rule.type === 'job' && rule.assetId !== undefined) {
      const message = 'is for datasets: jobs are no assets';
      return [...templates, { field: `${at}.assetId`, message }];
    }
    return templates;
  });
}

function unknownPart(template: string): string | undefined {
  const parts = template.match(/\{[^}]*\}?/g) ?? [];
  return parts.find((part) => !/^\{(namespace|name|name\.-?[1-9]\d{0,2})\}$/.test(part));
}

/** The documents that rules name without a template. */
export function documentsOfRules(rules: readonly LineageRule[]): { kind: string; id: string }[] {
  const named = rules.flatMap(({ assetId, dataContractId, dataProductId }) => [
    { kind: 'asset', id: assetId },
    { kind: 'data-contract', id: dataContractId },
    { kind: 'data-product', id: dataProductId },
  ]);
  const keys = new Map<string, { kind: string; id: string }>();
  for (const { kind, id } of named) {
    if (id !== undefined && !id.includes('{')) keys.set(`${kind} ${id}`, { kind, id });
  }
  return [...keys.values()];
}

/** True if the text has the parts of the pattern between its asterisks in this order. Takes linear time. */
export function matchesPattern(text: string, wanted: string): boolean {
  const parts = wanted.split('*');
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (parts.length === 1) return text === wanted;
  if (!text.startsWith(first) || text.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.endsWith(last) && text.length - last.length >= at;
}

/** The id that a template gives a node; undefined if it names a part that the name does not have. */
export function fillTemplate(
  text: string,
  { namespace, name }: { namespace: string; name: string },
): string | undefined {
  const parts = name.split('.');
  let isComplete = true;
  const filled = text.replaceAll(/\{(namespace|name)(?:\.(-?\d{1,3}))?\}/g, (_all, what, n) => {
    if (what === 'namespace') return namespace;
    if (n === undefined) return name;
    const part = parts.at(Number(n) > 0 ? Number(n) - 1 : Number(n));
    isComplete &&= part !== undefined;
    return part ?? '';
  });
  return isComplete ? filled : undefined;
}

/**
 * Patterns of the nodes to which a rule may give this data product; whether it does, `candidatesOf` says.
 * Undefined if it gives other products.
 */
export function beginningsFor(
  { namespace, name, dataProductId: text }: LineageRule,
  id: string,
): { namespace: string; name: string } | undefined {
  if (text === undefined || !matchesPattern(id, text.replaceAll(/\{[^}]*\}/g, '*')))
    return undefined;
  const found = /^([^{]*)\{name(?:\.1)?\}([^{]*)$/.exec(text);
  const first = name.split('*', 1)[0] ?? '';
  if (!found) return { namespace, name };
  const named = id.slice(found[1]?.length, id.length - (found[2]?.length ?? 0));
  if (named.length <= first.length) return { namespace, name };
  return named.startsWith(first) ? { namespace, name: `${named}*` } : undefined;
}

/** The names for which a template with one `{name}` gives this id. */
export function namesForId(text: string, id: string): string[] {
  const [before, after, ...more] = text.split('{name}');
  if (before === undefined || after === undefined || more.length > 0) return [];
  if (text.includes('{name.') || text.includes('{namespace')) return [];
  const fits =
    id.startsWith(before) && id.endsWith(after) && id.length > before.length + after.length;
  return fits ? [id.slice(before.length, id.length - after.length)] : [];
}

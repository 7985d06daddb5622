/** The parts of JSON Schema that completion reads. */
export type JsonSchema = {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  properties?: Readonly<Record<string, Sub>>;
  additionalProperties?: Sub;
  items?: Sub;
  required?: readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  examples?: readonly unknown[];
  allOf?: readonly Sub[];
  anyOf?: readonly Sub[];
  oneOf?: readonly Sub[];
  if?: Sub;
  then?: Sub;
  else?: Sub;
};
type Sub = JsonSchema | boolean;

/** Keys that a mapping has, with the text of their values. */
export type Written = ReadonlyMap<string, string>;

/** A schema with all that apply beside it: references, alternatives, and branches whose condition the written values do not exclude. */
export function schemasBeside(root: JsonSchema, first: Sub, written?: Written): JsonSchema[] {
  const found = new Set<JsonSchema>();
  const add = (sub: Sub | undefined): void => {
    if (typeof sub !== 'object' || found.has(sub)) return;
    found.add(sub);
    add(sub.$ref === undefined ? undefined : resolved(root, sub.$ref));
    for (const each of [sub.allOf, sub.anyOf, sub.oneOf].flatMap((list) => list ?? [])) add(each);
    const applies = written === undefined ? undefined : isMet(sub.if, written);
    if (applies !== false) add(sub.then);
    if (applies !== true) add(sub.else);
  };
  add(first);
  return [...found];
}

function resolved(root: JsonSchema, ref: string): Sub | undefined {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  const steps = ref
    .slice(2)
    .split('/')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  let part: unknown = root;
  for (const step of steps) part = (part as Record<string, unknown> | undefined)?.[step];
  return part as Sub | undefined;
}

/** True or false if the written values decide a condition on constants, otherwise undefined. */
function isMet(condition: Sub | undefined, written: Written): boolean | undefined {
  if (typeof condition !== 'object') return undefined;
  const wanted = Object.entries(condition.properties ?? {}).flatMap(([key, sub]) => {
    const allowed = typeof sub === 'object' ? allowedBy(sub) : [];
    return allowed.length > 0 ? [{ value: written.get(key), allowed }] : [];
  });
  if (wanted.length === 0) return undefined;
  return wanted.every(({ value, allowed }) => value !== undefined && allowed.includes(value));
}

const allowedBy = (schema: JsonSchema): string[] =>
  [...(schema.enum ?? []), ...(schema.const === undefined ? [] : [schema.const])].map(String);

/** The schemas at a path; `[]` stands for an item of a list. */
export function schemasAt(
  root: JsonSchema,
  path: readonly string[],
  written: Written,
): JsonSchema[] {
  let current: Sub[] = [root];
  for (const step of path) {
    current = current
      .flatMap((each) => schemasBeside(root, each))
      .flatMap((each) => stepInto(each, step));
  }
  return [...new Set(current.flatMap((each) => schemasBeside(root, each, written)))];
}

function stepInto(schema: JsonSchema, step: string): Sub[] {
  if (step === '[]') return schema.items === undefined ? [] : [schema.items];
  const { properties = {}, additionalProperties } = schema;
  const own = Object.hasOwn(properties, step) ? properties[step] : additionalProperties;
  return own === undefined ? [] : [own];
}

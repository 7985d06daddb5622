import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { Violation } from '../errors.ts';
import { recordOf } from '../validation/record-of.ts';
import { validateWith } from '../validation/validation.ts';

const orNull = <Schema extends ReturnType<typeof Type.Unsafe>>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const flag = (description: string) => orNull(Type.Boolean({ description }));
const texts = (description: string) => orNull(recordOf(Type.String(), { description }));

const typeId = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[^\\p{Cc}]*$',
  'x-must-be': 'without line breaks and other control characters',
  description: "Value of the product's custom property 'archetype' or 'type', or of info.archetype",
  examples: ['source-aligned'],
});

const writtenType = {
  id: typeId,
  outputPorts: flag('Whether products of this type have output ports; true by default'),
  labels: texts('Names by language, like { "en": "Source-aligned" }'),
  descriptions: texts('Descriptions by language'),
  examples: Type.Optional(
    Type.Unknown({ description: 'Examples, in any form; stored and returned' }),
  ),
  icon: orNull(Type.String({ maxLength: 200, description: 'Name of an icon' })),
  enabled: flag('Whether forms offer the type; true by default'),
  showOnMarketplaceHome: flag('Stored and returned'),
  default: flag('Whether forms begin with the type; exactly one enabled type does'),
};

/** The types of data products as clients send them; `behavior` is ignored, and so are entries with `builtIn: true`. */
export const productTypesSchema = Type.Object(
  {
    dataProductTypes: Type.Array(Type.Object(writtenType, { additionalProperties: true }), {
      maxItems: 100,
      description: 'The types in their order; an empty list restores the built-in types',
    }),
  },
  {
    $id: 'DataProductTypesWrite',
    description: 'Types of data products; replaces those of before',
    additionalProperties: true,
  },
);

/** The types of data products as they hold. */
export const productTypesReadSchema = Type.Object(
  {
    dataProductTypes: Type.Array(
      Type.Object(
        {
          ...writtenType,
          outputPorts: Type.Boolean({ description: 'Whether products have output ports' }),
          behavior: Type.String({
            enum: ['data-product', 'data-consumer'],
            description: 'data-product if products of this type have output ports',
          }),
          labels: recordOf(Type.String(), { description: 'Names by language' }),
          enabled: Type.Boolean({ description: 'Whether forms offer the type' }),
          default: Type.Boolean({ description: 'Whether forms begin with the type' }),
          builtIn: Type.Boolean({
            description: 'True for the types of organizations that define none',
          }),
        },
        { additionalProperties: true },
      ),
      { description: 'The types in their order' },
    ),
  },
  { $id: 'DataProductTypes', description: 'Types that data products can have' },
);

type Sent = Static<typeof productTypesSchema>;
type SentType = Sent['dataProductTypes'][number];
export type ProductTypes = Static<typeof productTypesReadSchema>;

const builtInType = (id: string, label: string, description: string) => ({
  id,
  labels: { en: label },
  descriptions: { en: description },
  default: id === 'source-aligned',
});

const builtInTypes: SentType[] = [
  builtInType('source-aligned', 'Source-aligned', 'Data of one system, close to how it is there'),
  builtInType('aggregate', 'Aggregate', 'Data of several products, put together'),
  builtInType('consumer-aligned', 'Consumer-aligned', 'Data in the form that a use needs'),
];

const present = (type: SentType, builtIn: boolean): ProductTypes['dataProductTypes'][number] => {
  const given = Object.entries(type).filter(([, value]) => value !== null);
  const outputPorts = type.outputPorts ?? true;
  return {
    ...(Object.fromEntries(given) as { id: string }),
    outputPorts,
    behavior: outputPorts ? 'data-product' : 'data-consumer',
    labels: type.labels ?? { en: type.id },
    enabled: type.enabled ?? true,
    default: type.default ?? false,
    builtIn,
  };
};

/** The types that hold: the stored ones (JSON text), or the built-in ones. */
export function productTypesOf(body: string | undefined): ProductTypes {
  const own = body === undefined ? undefined : (JSON.parse(body) as Sent).dataProductTypes;
  return { dataProductTypes: (own ?? builtInTypes).map((type) => present(type, !own)) };
}

/** The types that an organization defines itself. */
export function ownProductTypes({ dataProductTypes }: Sent): Sent {
  const own = dataProductTypes.filter((type) => (type as { builtIn?: unknown }).builtIn !== true);
  return { dataProductTypes: own };
}

/** Problems of sent types: repeated ids, and not exactly one enabled default. */
export function productTypesProblems(document: unknown): Violation[] {
  const violations = validateWith(productTypesSchema, document);
  if (violations.length > 0) return violations;
  const { dataProductTypes: types } = ownProductTypes(document as Sent);
  const ids = types.map(({ id }) => id.toLowerCase());
  const repeated = ids.flatMap((id, index) =>
    ids.indexOf(id) === index
      ? []
      : [{ field: `dataProductTypes[${index}].id`, message: 'is the id of another type too' }],
  );
  if (repeated.length > 0 || types.length === 0) return repeated;
  const defaults = types.filter((type) => type.default === true && type.enabled !== false);
  if (defaults.length === 1) return [];
  const message = `must have exactly one enabled type with default: true, but it has ${defaults.length}`;
  return [{ field: 'dataProductTypes', message }];
}

/** Ids of the types whose products have no output ports. */
export function typesWithoutPorts({ dataProductTypes }: ProductTypes): string[] {
  return dataProductTypes.filter(({ outputPorts }) => !outputPorts).map(({ id }) => id);
}

/** A sentence about the type of a product that is none of the enabled ones; undefined if it is one, or if there is none. */
export function productTypeWarning(
  type: string | undefined,
  { dataProductTypes }: ProductTypes,
): string | undefined {
  const enabled = dataProductTypes.filter((each) => each.enabled).map(({ id }) => id);
  if (type === undefined || enabled.includes(type)) return undefined;
  return `The type ${JSON.stringify(type)} is none of ${enabled.join(', ')}; it is stored, and PUT /api/settings/dataproduct-types adds it to them`;
}

import type {
  ContractProperty,
  ContractTable,
  Scalar,
} from '../../../domain/standards/odcs/contract-model.ts';

/** Kinds of values that may be written in another form than ISO 8601. */
export type Temporal = 'date' | 'time' | 'timestamp';

/** `rounds` is the number of digits before the point that a type does not keep (`decimal(5,-2)`). */
type Rounded = { rounds?: number };

/** The structure of values, independent of the platform's name for it. */
export type Shape =
  /** `temporal`: the text is a date or time in another form than that of ISO 8601. */
  | { kind: 'text'; isUuid: boolean; temporal?: Temporal }
  | { kind: 'boolean' }
  | { kind: 'date' }
  | { kind: 'bytes' }
  /**
   * `bits` of 8 to 256; 64 if the size is unknown. `isSized` if every possible platform has this size for the type.
   * `digits` if it is a decimal.
   */
  | ({
      kind: 'integer';
      bits: number;
      unsigned: boolean;
      isSized?: true;
      digits?: number;
    } & Rounded)
  | { kind: 'float'; bits: 32 | 64 }
  | ({ kind: 'decimal'; precision: number | undefined; scale: number | undefined } & Rounded)
  | { kind: 'time'; digits: number | undefined }
  /** `zone` is undefined where the contract does not say whether there is one. */
  | { kind: 'timestamp'; zone: boolean | undefined; digits: number | undefined }
  /** Any JSON value, or any object. */
  | { kind: 'json'; isObject: boolean }
  | { kind: 'record'; fields: readonly Field[] }
  | { kind: 'list'; items: Field; dimensions: number | undefined }
  | { kind: 'map'; key: Field; value: Field };

/** A property, or a member that only the native type declares. */
export type Field = {
  /** `physicalName`, else `name`. */
  name: string;
  /** The path in notes: `orders.address.city`. */
  path: string;
  /** The name of its table, with which the path begins. */
  table: string;
  required: boolean;
  shape: Shape;
  /** The values that are allowed, if only some are. */
  values: readonly Scalar[] | undefined;
  property: ContractProperty | undefined;
};

/** A table with its fields. */
export type Entity = { table: ContractTable; fields: readonly Field[] };

export type ShapeOf<Kind extends Shape['kind']> = Extract<Shape, { kind: Kind }>;

/** A writer of a format for each kind of shape. */
export type ByKind<Context, Written> = {
  [Kind in Shape['kind']]: (shape: ShapeOf<Kind>, field: Field, context: Context) => Written;
};

/** Writes a field with the writer for its kind. */
export function writeByKind<Context, Written>(
  table: ByKind<Context, Written>,
  field: Field,
  context: Context,
): Written {
  const write = table[field.shape.kind] as (
    shape: Shape,
    field: Field,
    context: Context,
  ) => Written;
  return write(field.shape, field, context);
}

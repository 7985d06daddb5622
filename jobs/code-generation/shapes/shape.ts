import type {
  ContractProperty,
  ContractTable,
  Scalar,
} from '../../../domain/standards/odcs/contract-model.ts';

/** What may be written in another form than that of ISO 8601. */
export type Moment = 'date' | 'time' | 'timestamp';

/** `rounds` is how many digits in front of the point a type does not keep (`decimal(5,-2)`). */
type Rounded = { rounds?: number };

/** What values are made of, whatever the platform calls it. */
export type Shape =
  /** `moment` is the date or time that a text of another form tells. */
  | { kind: 'text'; isUuid: boolean; moment?: Moment }
  | { kind: 'boolean' }
  | { kind: 'date' }
  | { kind: 'bytes' }
  /**
   * `bits` of 8 to 256; 64 where nothing says how large the numbers are. `isSized` where every platform that could be
   * meant has this size for the type. `digits` are those of a decimal.
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

/** A property, or a member that only the type of the platform tells of. */
export type Field = {
  /** `physicalName`, else `name`. */
  name: string;
  /** As notes call it: `orders.address.city`. */
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

/** What a format writes for each kind of shape. */
export type ByKind<Place, Written> = {
  [Kind in Shape['kind']]: (shape: ShapeOf<Kind>, field: Field, place: Place) => Written;
};

/** What a table of a format writes for a field. */
export function writeByKind<Place, Written>(
  table: ByKind<Place, Written>,
  field: Field,
  place: Place,
): Written {
  const write = table[field.shape.kind] as (shape: Shape, field: Field, place: Place) => Written;
  return write(field.shape, field, place);
}

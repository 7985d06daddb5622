/** The change of a physical type; `retyped` means a different type. */
export type TypeMovement = 'same' | 'respelled' | 'widened' | 'narrowed' | 'retyped';

/** Synonyms of types across databases. */
const spellings: Record<string, string> = {
  int: 'integer',
  int4: 'integer',
  int8: 'bigint',
  int2: 'smallint',
  dec: 'decimal',
  numeric: 'decimal',
  'character varying': 'varchar',
  character: 'char',
  bpchar: 'char',
  bool: 'boolean',
  float8: 'double precision',
  double: 'double precision',
  float4: 'real',
  timestamptz: 'timestamp with time zone',
  'timestamp without time zone': 'timestamp',
  timetz: 'time with time zone',
  'time without time zone': 'time',
};

type PhysicalType = { base: string; parameters: readonly number[] | undefined; rest: string };

/** Compares physical types: `varchar(100)` is wider than `varchar(50)`, a different scale is another type. */
export function comparePhysicalTypes(from: string, to: string): TypeMovement {
  if (from === to) return 'same';
  const [before, after] = [parse(from), parse(to)];
  if (before.base !== after.base || before.rest !== after.rest) return 'retyped';
  return compareParameters(before, after);
}

function compareParameters(before: PhysicalType, after: PhysicalType): TypeMovement {
  const [one, other] = [before.parameters, after.parameters];
  if (!one) return other ? 'narrowed' : 'respelled';
  if (!other) return 'widened';
  if (scaleOf(one) !== scaleOf(other)) return 'retyped';
  const growth = Number(other[0]) - Number(one[0]);
  if (growth === 0) return 'respelled';
  return growth > 0 ? 'widened' : 'narrowed';
}

/** The parameters after the size; decimal(10) is decimal(10, 0). */
function scaleOf(parameters: readonly number[]): string {
  return parameters.slice(1).join() || '0';
}

/**
 * `NUMERIC (10, 2)` → decimal with 10 and 2; brackets that contain no list of numbers belong to the type's
 * name.
 */
function parse(text: string): PhysicalType {
  const bare = text.toLowerCase().replace(/\s+/g, ' ').trim();
  const match = /^([a-z][a-z0-9_ ]*?) ?\( ?(\d+(?: ?, ?\d+)*) ?\)(.*)$/.exec(bare);
  const name = match?.[1] ?? bare;
  const base = Object.hasOwn(spellings, name) ? (spellings[name] ?? name) : name;
  return {
    base,
    parameters: match?.[2]?.split(',').map(Number),
    rest: (match?.[3] ?? '').trim(),
  };
}

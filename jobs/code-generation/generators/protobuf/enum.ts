import { numberOf, objectOf } from '../../../../domain/standards/json-value.ts';
import { plainLines } from '../../shapes/documentation.ts';
import { labelLinesOf } from '../../shapes/text/language-documentation.ts';
import { createNameScope, pascalName, upperName } from '../../shapes/names.ts';
import type { NameScope } from '../../shapes/names.ts';
import type { Notes } from '../../shapes/notes.ts';
import type { Field } from '../../shapes/shape.ts';

type EnumContext = { notes: Notes; scope: NameScope };
type EnumValue = { name: string; number: number; written: string };

const name = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Numbers that the contract gives itself, as contracts that were made of proto files do. */
function givenNumbers({ property }: Field): EnumValue[] | undefined {
  const given = objectOf(property?.customProperties['enumValues']);
  if (given === undefined) return undefined;
  const values = Object.entries(given).map(([written, value]) => ({
    name: written,
    number: numberOf(value) ?? Number.NaN,
    written,
  }));
  const isUsable = values.every(
    (value) =>
      name.test(value.name) && Number.isInteger(value.number) && Math.abs(value.number) < 2 ** 31,
  );
  const isUnique = new Set(values.map(({ number }) => number)).size === values.length;
  return isUsable && isUnique && values.length > 0 ? values : undefined;
}

/** `OrderStatus` → `ORDER_STATUS_OPEN`: values of all enums of a message share its names. */
function prefixed(field: Field, enumName: string, { scope }: EnumContext): EnumValue[] {
  const prefix = upperName(enumName, 'VALUE');
  // Compilers refuse values of one enum that are the same without case and underscores.
  const own = createNameScope([], (text) => text.replaceAll('_', ''));
  return (field.values ?? []).map((value, position) => {
    const bare = upperName(String(value), 'VALUE').replace(/^_(?=\d)/, '');
    return {
      name: scope.take(own.take(`${prefix}_${bare}`)),
      number: position + 1,
      written: String(value),
    };
  });
}

/** Absent fields read as the first value of an enum, so it gets the number 0. */
function withZero(values: EnumValue[], enumName: string, { scope }: EnumContext): EnumValue[] {
  const zero = values.find(({ number }) => number === 0);
  if (zero !== undefined) return [zero, ...values.filter((value) => value !== zero)];
  const unspecified = scope.take(`${upperName(enumName, 'VALUE')}_UNSPECIFIED`);
  return [{ name: unspecified, number: 0, written: unspecified }, ...values];
}

/** The comment of a value: its text in the contract, unless the name shows it, and its meaning. */
function commentOf({ name, written }: EnumValue, enumName: string, field: Field): string {
  const bare = name.slice(upperName(enumName, 'VALUE').length + 1);
  const isSame = written === name || written.toUpperCase() === bare;
  const [line = ''] = isSame ? [] : plainLines(written);
  const comment = [line, ...labelLinesOf(field, written)].filter((text) => text !== '').join(': ');
  return comment === '' ? '' : ` // ${comment}`;
}

/** An enum with the allowed texts of a field, and its name. */
export function enumLines(
  field: Field,
  wanted: string,
  context: EnumContext,
): { name: string; lines: string[] } {
  const enumName = context.scope.take(pascalName(wanted, 'Value'));
  const given = givenNumbers(field)?.map((value) => ({
    ...value,
    name: context.scope.take(value.name),
  }));
  const values = withZero(given ?? prefixed(field, enumName, context), enumName, context);
  if (values.some((value) => value.name !== value.written))
    context.notes.warn(
      field.path,
      'its values are the names of an enum, which differ from the values in the contract',
    );
  const lines = values.map(
    (value) => `  ${value.name} = ${value.number};${commentOf(value, enumName, field)}`,
  );
  return { name: enumName, lines: [`enum ${enumName} {`, ...lines, '}'] };
}

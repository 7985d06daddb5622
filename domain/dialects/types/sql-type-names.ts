import type { ContractProperty } from '../../standards/odcs/contract-model.ts';
import { assumedDigits } from './assumed-digits.ts';
import { keptDigits } from './decimal-digits.ts';
import type { TypeDialect } from '../dialect.ts';
import { sqlText } from '../names/sql-text.ts';
import type { SqlTypes } from './sql-types.ts';
import { kindOf } from './type-kinds.ts';
import { typeSystems } from './type-systems.ts';

/** State while one type is written; `losses` collects what the platform cannot express. */
export type TypeWriter = {
  dialect: TypeDialect;
  losses: Set<string>;
  /** Text after a member of an object, beginning with a space; `isSure` if none of its parents is ever null. */
  decorate: (property: ContractProperty, isSure: boolean) => string;
  /** True if the written value is present in every row. */
  isSure: boolean;
  /** Returns the name of a member of an object. */
  rename: (name: string) => string;
};

type NamedType = {
  name: string;
  parameters: readonly string[];
  /** Text as in the contract, for notes. */
  text: string;
  property: ContractProperty | undefined;
};

/** Matches the placeholders for parameters in a pattern of `SqlTypes`. */
const place =
  /\((?:(?<length>n)|(?<digits>p)|(?<fraction>f)|(?<texts>t))(?:=(?<first>\w+))?(?:,s(?:=(?<second>\w+))?)?(?<rest>, '\w+')?\)/;

/** Types whose parameters are display widths. */
const wholeNumbers = /int|serial|signed|long|short|byte|year|bool|bit/;

/** Writes a native type of any platform in the dialect. */
export function writeNamedType(writer: TypeWriter, type: NamedType): string {
  const { title, sql } = typeSystems[writer.dialect];
  const kind = kindOf(type.name) ?? type.name;
  const pattern = sql.writes[type.name] ?? sql.writes[kind];
  if (pattern !== undefined) {
    const caution = sql.cautions?.[type.name];
    if (caution !== undefined) writer.losses.add(caution);
    return fill(writer, { ...type, name: kind }, pattern);
  }
  const nearest = sql.approximates[kind];
  if (type.name !== 'vector') writer.losses.add(`no ${kind} in ${title}`);
  return nearest === undefined ? sql.logical.string : fill(writer, type, nearest);
}

function fill(writer: TypeWriter, type: NamedType, pattern: string): string {
  const { sql } = typeSystems[writer.dialect];
  const found = place.exec(pattern);
  if (!found) {
    if (!wholeNumbers.test(type.name)) noteParameters(writer, type);
    return pattern;
  }
  const groups = found.groups ?? {};
  const put = (inside: string): string =>
    pattern.replace(found[0], () => (inside === '' ? '' : `(${inside}${groups['rest'] ?? ''})`));
  if (groups['texts'] !== undefined) return fillTexts(writer, type, put);
  if (groups['length'] !== undefined) {
    return fillLength(writer, type, { put, fallback: groups['first'] ?? '' });
  }
  if (groups['fraction'] !== undefined) {
    return put(fractionOf(writer, type, { max: sql.fraction, fallback: groups['first'] ?? '' }));
  }
  return fillDigits(writer, type, { put, fallback: [groups['first'], groups['second']] });
}

/** Fills in the allowed values: those of the type, or else those of the contract. */
function fillTexts(
  { dialect, losses }: TypeWriter,
  { parameters, property }: NamedType,
  put: (inside: string) => string,
): string {
  const written = parameters.map((text) =>
    text.startsWith("'") && text.endsWith("'") && text.length > 1
      ? text.slice(1, -1).replaceAll("''", "'")
      : undefined,
  );
  const own = written.filter((text) => text !== undefined);
  const values = own.length > 0 ? own : (property?.enumValues ?? []).map(String);
  const distinct = [...new Set(values)];
  if (distinct.length > 0 && own.length === written.length) {
    return put(distinct.map((text) => sqlText(dialect, text)).join(', '));
  }
  losses.add('an enum needs its values');
  return typeSystems[dialect].sql.logical.string;
}

function fillLength(
  writer: TypeWriter,
  type: NamedType,
  { put, fallback }: { put: (inside: string) => string; fallback: string },
): string {
  const { title, sql } = typeSystems[writer.dialect];
  const [parameter = ''] = type.parameters;
  if (parameter === 'max') return fallback === 'max' ? put('max') : writeLong(writer, type, 'text');
  const length = lengthIn(type);
  if (length === undefined) {
    noteParameters(writer, type);
    if (fallback === 'text') return writeLong(writer, type, 'text');
    if (Number(fallback) > 1) noteMaxLength(writer, type, Number(fallback));
    return put(fallback);
  }
  const max = sql.maxLengths?.[type.name];
  if (max === undefined || Number(length) <= max.length) return put(length);
  writer.losses.add(`${title} ends at ${type.name}(${max.length})`);
  return writeLong(writer, type, max.beyond, length);
}

/** Notes the maximum length of a type without a length, unless all allowed values are shorter. */
export function noteMaxLength(
  { losses }: TypeWriter,
  { property }: Pick<NamedType, 'property'>,
  maxLength: number,
): void {
  const values = property?.enumValues;
  const fits = values?.every((value) => String(value).length <= maxLength) === true;
  if (!fits) losses.add(`values that are longer than ${maxLength} do not fit`);
}

/** One number is a length; `float(3,2)` has digits. A text of length 0 is a mistake that no platform accepts. */
function lengthIn({ parameters }: NamedType): string | undefined {
  const [parameter = '', ...others] = parameters;
  return others.length > 0 ? undefined : /^0*([1-9]\d{0,8})/.exec(parameter)?.[1];
}

function writeLong(writer: TypeWriter, type: NamedType, name: string, length = ''): string {
  const hasLength = typeSystems[writer.dialect].sql.writes[name]?.includes('(n') === true;
  const parameters = hasLength && length !== '' ? [length] : [];
  return writeNamedType(writer, { ...type, name, parameters });
}

function fractionOf(
  writer: TypeWriter,
  { parameters: [parameter = ''], text }: NamedType,
  { max, fallback }: { max: number; fallback: string },
): string {
  if (!/^\d{1,2}$/.test(parameter)) return fallback;
  if (Number(parameter) <= max) return parameter;
  writer.losses.add(`the digits of a second of ${shown(text)} are cut to ${max}`);
  return String(max);
}

function fillDigits(
  writer: TypeWriter,
  type: NamedType,
  { put, fallback }: { put: (inside: string) => string; fallback: (string | undefined)[] },
): string {
  const { digits } = typeSystems[writer.dialect].sql;
  const numbers = numbersOf(type, digits.precision);
  if (numbers === undefined) {
    noteParameters(writer, type);
    if (needsDigits(writer, type)) {
      const { precision, scale } = keptDigits(digits, assumedDigits);
      writer.losses.add(`${scale} digits behind the point are assumed for ${shown(type.text)}`);
      return put(`${precision},${scale}`);
    }
    return put(fallback.filter((text) => text !== undefined).join(','));
  }
  const [precision, scale] = wholeDigits(writer, type, numbers);
  if (type.name === 'decimal' && isWide(digits, precision, scale)) {
    return writeNamedType(writer, { ...type, name: 'bignumeric' });
  }
  const kept = keptDigits(limitsOf(digits, type), { precision, scale });
  if (kept.precision !== precision || kept.scale !== scale) {
    writer.losses.add(`${shown(type.text)} has more digits than can be kept`);
  }
  return put(numbers.length === 1 ? `${kept.precision}` : `${kept.precision},${kept.scale}`);
}

/** Precision and scale; a negative scale (`decimal(5,-2)`) adds its digits to the precision. */
function wholeDigits(
  { losses }: TypeWriter,
  { text }: NamedType,
  [precision = 0, scale = 0]: readonly number[],
): [precision: number, scale: number] {
  if (scale >= 0) return [precision, scale];
  losses.add(`the rounding of ${shown(text)} is not kept`);
  return [precision - scale, 0];
}

/** True if a decimal without digits would lose its fraction. */
function needsDigits({ dialect }: TypeWriter, { name, property }: NamedType): boolean {
  const isWhole = property?.logicalType === 'integer';
  return name === 'decimal' && !isWhole && typeSystems[dialect].sql.decimalsNeedDigits === true;
}

function limitsOf(digits: SqlTypes['digits'], { name }: NamedType): SqlTypes['digits'] {
  return name === 'bignumeric' ? (digits.wide ?? digits) : digits;
}

/** Precision and scale, if both are numbers; `*` is the maximum. */
function numbersOf({ parameters }: NamedType, most: number): number[] | undefined {
  const texts = parameters.map((text) => (text === '*' ? String(most) : text));
  const areNumbers = texts.every((text) => /^-?\d{1,4}$/.test(text));
  return areNumbers && (texts.length === 1 || texts.length === 2) ? texts.map(Number) : undefined;
}

function isWide(
  { scale: most, wide }: SqlTypes['digits'],
  precision: number,
  scale: number,
): boolean {
  return wide !== undefined && (scale > most || precision - scale > wide.from);
}

function noteParameters(
  { dialect, losses }: TypeWriter,
  { name, parameters, text }: NamedType,
): void {
  // Fraction digits that the platform keeps anyway.
  const isKept =
    /^time|^date/.test(name) && Number(parameters[0]) <= typeSystems[dialect].sql.fraction;
  if (parameters.length > 0 && !isKept) losses.add(`the parameters of ${shown(text)} are not kept`);
}

/** Quotes text of a contract within a sentence. */
export function shown(text: string): string {
  const [line = ''] = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').match(/^.{0,60}/u) ?? [];
  return `'${line}${line.length < text.length && text.length > 60 ? '…' : ''}'`;
}

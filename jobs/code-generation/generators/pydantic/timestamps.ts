import type { ContractProperty } from '../../../../domain/standards/odcs/contract-model.ts';
import type { Field, ShapeOf } from '../../shapes/shape.ts';
import { constrained } from './types.ts';
import type { Constraints, PydanticContext, PydanticWriter } from './types.ts';

/** `dt.date(2021, 1, 31)` for an ISO date; undefined for other text. */
function dateText(bound: string): string | undefined {
  const [, ...parts] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(bound) ?? [];
  const [year = 0, month = 0, day = 0] = parts.map(Number);
  const isDate = new Date(Date.UTC(year, month - 1, day)).toISOString().startsWith(bound);
  return year > 0 && isDate ? `dt.date(${year}, ${month}, ${day})` : undefined;
}

const isoTimestamp =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?([Zz]|[+-]\d\d:\d\d)?)?$/;

/** Year to second in UTC; undefined for text that is not a timestamp that Python can represent. */
function partsOf(day: string, clock: string, offset: string | undefined): number[] | undefined {
  const at = new Date(`${day}T${clock}${offset?.toUpperCase() ?? 'Z'}`);
  if (dateText(day) === undefined || Number.isNaN(at.getTime())) return undefined;
  const year = at.getUTCFullYear();
  return year >= 1 && year <= 9999
    ? at.toISOString().split(/\D+/).slice(0, 6).map(Number)
    : undefined;
}

/**
 * `dt.datetime(2021, 1, 31, 8, 0, 0, tzinfo=dt.timezone.utc)`. The library compares the clocks of a bound without a
 * zone and a value with one, so only bounds of values that never have one stay without.
 */
function dateTimeText(
  bound: string,
  { options }: Pick<ContractProperty, 'options'>,
): string | undefined {
  const [, day = '', time = '00:00', second = '00', fraction = '', offset] =
    isoTimestamp.exec(bound) ?? [];
  const parts = partsOf(day, `${time}:${second}`, offset);
  if (parts === undefined) return undefined;
  const micros = Number(fraction.padEnd(6, '0'));
  const isNaive = offset === undefined && options.timezone === false;
  const zone = isNaive ? '' : ', tzinfo=dt.timezone.utc';
  return `dt.datetime(${[...parts, ...(micros > 0 ? [micros] : [])].join(', ')}${zone})`;
}

/** `dt.time(8, 0, 0)` of a time without a zone. */
function timeText(bound: string): string | undefined {
  const [, hour, minute, second = '00'] =
    /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(bound) ?? [];
  if (hour === undefined) return undefined;
  return `dt.time(${[hour, minute, second].map(Number).join(', ')})`;
}

const texts = { date: dateText, timestamp: dateTimeText, time: timeText };

/** A bound of a date or time in Python; undefined if the library has no argument for it, or the bound is invalid. */
export function timestampText(
  { shape, property }: Field,
  bound: number | string | undefined,
  version: PydanticWriter['version'],
): string | undefined {
  const hasBounds = shape.kind === 'date' || (version === 2 && shape.kind in texts);
  if (!hasBounds || bound === undefined || property === undefined) return undefined;
  return texts[shape.kind as keyof typeof texts](String(bound), property);
}

/** The bounds; an exclusive bound replaces an inclusive one, because version 1 refuses both on one side. */
function boundsOf(field: Field, version: PydanticWriter['version']): Constraints {
  const { options = {} } = field.property ?? {};
  const text = (bound: number | string | undefined): string | undefined =>
    timestampText(field, bound, version);
  const [gt, lt] = [text(options.exclusiveMinimum), text(options.exclusiveMaximum)];
  return {
    ge: gt === undefined ? text(options.minimum) : undefined,
    gt,
    le: lt === undefined ? text(options.maximum) : undefined,
    lt,
  };
}

export function dateType(field: Field, { writer }: PydanticContext): string {
  writer.imports.use('datetime', 'dt');
  return constrained(writer, ['dt.date', 'condate'], boundsOf(field, writer.version));
}

export function timeType(field: Field, { writer }: PydanticContext): string {
  writer.imports.use('datetime', 'dt');
  return constrained(writer, ['dt.time', ''], boundsOf(field, writer.version));
}

/** The timestamp type: version 2 has types with and without a zone, for contracts that declare it. */
function typeOfZone({ property }: Field, { version, imports }: PydanticWriter): string {
  const { timezone } = property?.options ?? {};
  if (version === 2 && timezone !== undefined)
    return imports.use('pydantic', timezone ? 'AwareDatetime' : 'NaiveDatetime');
  return `${imports.use('datetime', 'dt')}.datetime`;
}

export function timestampType(
  _: ShapeOf<'timestamp'>,
  field: Field,
  { writer }: PydanticContext,
): string {
  const bounds = boundsOf(field, writer.version);
  if (Object.values(bounds).some((bound) => bound !== undefined))
    writer.imports.use('datetime', 'dt');
  return constrained(writer, [typeOfZone(field, writer), ''], bounds);
}

/** The zone of a date or time, if its type does not express it. */
export function openZone({ shape, property }: Field, version: PydanticWriter['version']): string[] {
  const { timezone } = property?.options ?? {};
  const isSaid = shape.kind === 'timestamp' && version === 2;
  if (timezone === undefined || isSaid || !['time', 'timestamp'].includes(shape.kind)) return [];
  return [timezone ? 'that it has a zone' : 'that it has no zone'];
}

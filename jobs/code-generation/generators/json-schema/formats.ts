import type { ContractProperty } from '../../../../domain/standards/odcs/contract-model.ts';
import type { Field } from '../../shapes/shape.ts';

const formats = new Set(
  (
    'date time date-time duration uri uri-reference uri-template email hostname ipv4 ipv6 regex uuid ' +
    'json-pointer relative-json-pointer'
  ).split(' '),
);

const otherNames: Readonly<Record<string, string>> = {
  url: 'uri',
  guid: 'uuid',
  datetime: 'date-time',
};

/** The format of a text, if it is one of JSON Schema. */
export function textFormatOf(
  property: ContractProperty | undefined,
  isUuid: boolean,
): string | undefined {
  const written = property?.options.format?.toLowerCase() ?? '';
  const format = Object.hasOwn(otherNames, written) ? otherNames[written] : written;
  if (format !== undefined && formats.has(format)) return format;
  return isUuid ? 'uuid' : undefined;
}

/** JDK patterns that match the formats of JSON Schema. */
const isoPatterns = {
  date: /^(?:[yu]{4}-MM-dd|date|iso_?-?8601)$/i,
  time: /^(?:HH:mm:ss(?:\.S{1,9})?(?:'Z'|X{1,5}|Z{1,5})|time|iso_?-?8601)$/i,
  'date-time':
    /^(?:[yu]{4}-MM-dd'T'HH:mm:ss(?:\.S{1,9})?(?:'Z'|X{1,5}|Z{1,5})|date-time|iso_?-?8601|rfc_?-?3339)$/i,
};

const date = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const time = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?`;
/** Offsets as RFC 3339 and as databases write them. */
const offset = String.raw`(?:[Zz]|[+-]\d{2}(?::?\d{2})?)`;

type TemporalFormat = keyof typeof isoPatterns;

/** The format that the contract names; undefined where JSON Schema has no such format. */
function formatFor(asked: string | undefined, format: TemporalFormat): TemporalFormat | undefined {
  if (asked === undefined) return format;
  if (asked === 'date' || asked === 'time' || asked === 'date-time') return asked;
  return isoPatterns[format].test(asked) ? format : undefined;
}

type TemporalKeywords = { format: string } | { pattern: string };

/** Most times have no zone, but the format requires one. */
function timeKeywords(timezone: boolean | undefined): TemporalKeywords {
  if (timezone === true) return { format: 'time' };
  return { pattern: timezone === false ? `^${time}$` : `^${time}${offset}?$` };
}

/** `format` of dates and times, or a pattern for values without a zone; nothing for other forms. */
export function temporalKeywords(
  { shape, property }: Field,
  usual: TemporalFormat,
): TemporalKeywords | undefined {
  const format = formatFor(property?.options.format, usual);
  const { timezone } = property?.options ?? {};
  if (format === 'time') return timeKeywords(timezone);
  if (format === undefined || format === 'date') return format && { format };
  const zone = shape.kind === 'timestamp' ? shape.zone : timezone;
  return zone === false ? { pattern: `^${date}[Tt ]${time}$` } : { format };
}

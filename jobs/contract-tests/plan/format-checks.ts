import type { ContractProperty } from '../../../domain/standards/odcs/contract-model.ts';
import type { RowRule, ValueFormat } from './planned-check.ts';
import { notEvaluated } from './verdicts.ts';
import type { Verdict } from './verdicts.ts';

export type FormatWish = { wish: RowRule | Verdict; keySuffix?: string; also?: string };

const valueFormats: ReadonlySet<string> = new Set<ValueFormat>([
  'email',
  'uuid',
  'uri',
  'hostname',
  'ipv4',
  'ipv6',
  'byte',
  'binary',
]);

/** `password` is a hint for user interfaces; f32 and f64 are how numbers are kept: nothing to see on values. */
const silentFormats: ReadonlySet<string> = new Set(['password', 'f32', 'f64']);

const textTypes: ReadonlySet<string | undefined> = new Set(['string', undefined]);
const momentTypes: ReadonlySet<string | undefined> = new Set(['date', 'timestamp', 'time']);

/** Words of JSON Schema that stand where ODCS wants a pattern such as `yyyy-MM-dd`. */
const noPatterns: ReadonlySet<string> = new Set(['date', 'date-time', 'datetime', 'time']);

/** Bounds of `i8` … `u128`: texts where a number of JavaScript would round them. */
function integerBounds(format: string): [low: number | string, high: number | string] | undefined {
  const [, sign, bits] = /^([iu])(8|16|32|64|128)$/.exec(format) ?? [];
  if (sign === undefined || bits === undefined) return undefined;
  const size = 2n ** BigInt(Number(bits) - (sign === 'i' ? 1 : 0));
  return [exactly(sign === 'i' ? -size : 0n), exactly(size - 1n)];
}

function exactly(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function boundWishes(format: string): FormatWish[] | undefined {
  const bounds = integerBounds(format);
  if (bounds === undefined) return undefined;
  const [low, high] = bounds;
  return [
    {
      wish: { kind: 'minimum', bound: low },
      keySuffix: 'field_format_minimum',
      also: ` (a minimum of ${low})`,
    },
    {
      wish: { kind: 'maximum', bound: high },
      keySuffix: 'field_format_maximum',
      also: ` (a maximum of ${high})`,
    },
  ];
}

/**
 * What `logicalTypeOptions.format` asks of values (ODCS §1.4). The pattern of a date binds only where dates are kept as
 * text; a format that is not known is named and not evaluated.
 */
export function formatWishes({ options, logicalType }: ContractProperty): FormatWish[] {
  const { format } = options;
  if (format === undefined) return [];
  const word = format.trim().toLowerCase();
  if (momentTypes.has(logicalType) && !noPatterns.has(word))
    return [{ wish: { kind: 'date-format', format } }];
  if (silentFormats.has(word)) return [];
  if (textTypes.has(logicalType) && valueFormats.has(word)) {
    return [{ wish: { kind: 'format', format: word as ValueFormat } }];
  }
  const bounds = logicalType === 'string' ? undefined : boundWishes(word);
  return (
    bounds ?? [{ wish: notEvaluated(`The format '${format}' is not known, so it was not checked`) }]
  );
}

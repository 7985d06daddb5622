import type { ContractProperty } from '../../../domain/standards/odcs/contract-model.ts';
import type { RowRule, ValueFormat } from './planned-check.ts';
import { notEvaluated } from './verdicts.ts';
import type { Verdict } from './verdicts.ts';

export type FormatRule = { expected: RowRule | Verdict; keySuffix?: string; also?: string };

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

/**
 * `password` is a hint for user interfaces; f32 and f64 are storage formats: values cannot be checked for
 * these.
 */
const silentFormats: ReadonlySet<string> = new Set(['password', 'f32', 'f64']);

const textTypes: ReadonlySet<string | undefined> = new Set(['string', undefined]);
const timestampTypes: ReadonlySet<string | undefined> = new Set(['date', 'timestamp', 'time']);

/** JSON Schema formats used in place of an ODCS pattern such as `yyyy-MM-dd`. */
const noPatterns: ReadonlySet<string> = new Set(['date', 'date-time', 'datetime', 'time']);

/** Bounds of `i8` … `u128`: texts where JavaScript would round the number. */
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

function boundRules(format: string): FormatRule[] | undefined {
  const bounds = integerBounds(format);
  if (bounds === undefined) return undefined;
  const [low, high] = bounds;
  return [
    {
      expected: { kind: 'minimum', bound: low },
      keySuffix: 'field_format_minimum',
      also: ` (a minimum of ${low})`,
    },
    {
      expected: { kind: 'maximum', bound: high },
      keySuffix: 'field_format_maximum',
      also: ` (a maximum of ${high})`,
    },
  ];
}

/**
 * The value checks for `logicalTypeOptions.format`. The pattern of a date applies only where dates are stored
 * as text; an unknown format is reported and not evaluated.
 */
export function formatRules({ options, logicalType }: ContractProperty): FormatRule[] {
  const { format } = options;
  if (format === undefined) return [];
  const name = format.trim().toLowerCase();
  if (timestampTypes.has(logicalType) && !noPatterns.has(name))
    return [{ expected: { kind: 'date-format', format } }];
  if (silentFormats.has(name)) return [];
  if (textTypes.has(logicalType) && valueFormats.has(name)) {
    return [{ expected: { kind: 'format', format: name as ValueFormat } }];
  }
  const bounds = logicalType === 'string' ? undefined : boundRules(name);
  return (
    bounds ?? [
      { expected: notEvaluated(`The format '${format}' is not known, so it was not checked`) },
    ]
  );
}

import { textOf } from '../../../domain/standards/json-value.ts';
import type { ContractProperty, Scalar } from '../../../domain/standards/odcs/contract-model.ts';
import { declaredForm, isTemporal } from './declared-form.ts';

/** JDK patterns whose texts have a fixed length and sort by time, with a regular expression for such a text. */
const sortable: ReadonlyMap<string, RegExp> = new Map([
  ['yyyyMMdd', /^\d{8}$/],
  ['yyyy-MM', /^\d{4}-\d\d$/],
  ['yyyyMM', /^\d{6}$/],
  ['yyyy/MM/dd', /^\d{4}\/\d\d\/\d\d$/],
  ['HH:mm', /^\d\d:\d\d$/],
  ['HHmmss', /^\d{6}$/],
  ['HH:mm:ss', /^\d\d:\d\d:\d\d$/],
  ['yyyyMMddHHmmss', /^\d{14}$/],
  ['yyyy-MM-dd HH:mm:ss', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/],
  ["yyyy-MM-dd'T'HH:mm:ss", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/],
  ["yyyy-MM-dd'T'HH:mm:ss'Z'", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
]);

/** Kinds whose values, written as text, do not sort like numbers. */
const numbers: ReadonlySet<unknown> = new Set(['integer', 'number']);

const isoDate = /^\d{4}-\d\d-\d\d$/;

/**
 * A bound as a text column is compared with it. For dates and times that are kept as texts it is undefined where the order
 * of the texts is not known to be that of time, or the bound is in another form than the values.
 */
export function boundOfText(property: ContractProperty, bound: Scalar): string | undefined {
  const { logicalType } = property;
  if (isTemporal(logicalType)) return timestampOf(property, String(bound));
  return numbers.has(logicalType) ? undefined : textOf(bound);
}

function timestampOf(property: ContractProperty, text: string): string | undefined {
  const { logicalType, options } = property;
  if (logicalType === 'date' && declaredForm(property, 'date') === undefined)
    return isoDate.test(text) ? text : undefined;
  const form = options.format?.replaceAll('u', 'y') ?? '';
  const written = form === 'yyyyMMdd' && isoDate.test(text) ? text.replaceAll('-', '') : text;
  return sortable.get(form)?.test(written) === true ? written : undefined;
}

/** A check of a test result from the API, with the members used here. */
export type Check = {
  type: string;
  name: string;
  model?: string;
  field?: string;
  result: string;
  reason?: string;
  totalNumber?: number;
  failedNumber?: number;
  diagnostics?: {
    columns?: string[];
    threshold?: string;
    constraint?: Record<string, unknown>;
    expected?: string;
  };
};

type Words = (check: Check) => string;

const values = ({ failedNumber = 0 }: Check): string =>
  `${inThousands(failedNumber)} ${failedNumber === 1 ? 'value' : 'values'}`;

const bound = ({ diagnostics }: Check, name: string): string =>
  JSON.stringify(diagnostics?.constraint?.[name]);

const moreThanOnce: Words = (check) => `${values(check)} more than once`;
const missing: Words = (check) => `${values(check)} missing`;

/** The wording of a failure by type of check. */
const wordings: Record<string, Words> = {
  field_unique: moreThanOnce,
  field_primary_key_unique: moreThanOnce,
  primary_key_unique: moreThanOnce,
  field_required: missing,
  field_primary_key_required: missing,
  field_regex: (check) => `${values(check)} not matching the pattern`,
  field_enum: (check) => `${values(check)} not in the list`,
  field_minimum: (check) => `${values(check)} below ${bound(check, 'minimum')}`,
  field_maximum: (check) => `${values(check)} above ${bound(check, 'maximum')}`,
  field_min_length: (check) =>
    `${values(check)} shorter than ${bound(check, 'min_length')} characters`,
  field_max_length: (check) =>
    `${values(check)} longer than ${bound(check, 'max_length')} characters`,
};

/** One failed check in words, for example "order_id: 25 values more than once"; its reason if there is no wording. */
export function describeFailure(check: Check, withModel: boolean): string {
  return `${subjectOf(check, withModel)}: ${whatIsWrong(check)}`;
}

function subjectOf(check: Check, withModel: boolean): string {
  const field = check.field ?? check.diagnostics?.columns?.join('+');
  if (field === undefined) return check.model ?? check.name;
  return withModel && check.model !== undefined ? `${check.model}.${field}` : field;
}

function whatIsWrong(check: Check): string {
  return (check.result === 'error' ? undefined : worded(check)) ?? check.reason ?? check.result;
}

/** Undefined for checks without a better wording than the reason from the API. */
function worded(check: Check): string | undefined {
  const { type, totalNumber, failedNumber, diagnostics } = check;
  if (type === 'row_count' && totalNumber !== undefined) {
    return `${inThousands(totalNumber)} rows, expected ${diagnostics?.threshold}`;
  }
  if (failedNumber === undefined) return undefined;
  if (type === 'field_type') return `${values(check)} not readable as ${diagnostics?.expected}`;
  return wordings[type]?.(check);
}

/** Formats 12345 as 12,345, regardless of the locale. */
export function inThousands(number: number): string {
  return number.toLocaleString('en-US');
}

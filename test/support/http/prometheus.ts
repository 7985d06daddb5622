export type Sample = { name: string; labels: Record<string, string>; value: number };

const word = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const quoted = String.raw`"(?:[^"\\\n]|\\["\\n])*"`;
const sampleLine = new RegExp(
  `^(${word})(?:\\{(${word}=${quoted}(?:,${word}=${quoted})*)\\})? (\\S+)$`,
);
const types = ['counter', 'gauge', 'histogram', 'summary', 'untyped'];

/**
 * Parses the text exposition format as strictly as promtool: each family has HELP and TYPE once and before its samples, every
 * line is well-formed, no sample is repeated, and buckets of a histogram never decrease.
 */
export function readExposition(text: string): Sample[] {
  if (!text.endsWith('\n')) throw new Error('the text does not end with a new line');
  const declared = new Map<string, string>();
  const seen = new Set<string>();
  const samples: Sample[] = [];
  for (const line of text.split('\n').filter(Boolean)) {
    const [, keyword, name = '', rest = ''] =
      /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? ([] as string[]);
    if (keyword === 'TYPE') {
      if (declared.has(name)) throw new Error(`a second TYPE of ${name}`);
      if (!types.includes(rest)) throw new Error(`the unknown type ${rest}`);
      declared.set(name, rest);
    } else if (keyword === undefined) {
      samples.push(readSample(line, declared, seen));
    }
  }
  assertBuckets(samples);
  return samples;
}

function readSample(line: string, declared: Map<string, string>, seen: Set<string>): Sample {
  const [, name = '', list = '', number = ''] = sampleLine.exec(line) ?? [];
  if (name === '') throw new Error(`not a sample: ${line}`);
  const family = name.replace(/_(bucket|sum|count)$/, '');
  if (
    !declared.has(name) &&
    declared.get(family) !== 'histogram' &&
    declared.get(family) !== 'summary'
  )
    throw new Error(`no TYPE before ${line}`);
  const key = `${name}{${list}}`;
  if (seen.has(key)) throw new Error(`twice: ${key}`);
  seen.add(key);
  const value = number === '+Inf' ? Infinity : Number(number);
  if (Number.isNaN(value) && number !== 'NaN') throw new Error(`no number: ${line}`);
  const pairs = [...list.matchAll(new RegExp(`(${word})=(${quoted})`, 'g'))];
  const labels = Object.fromEntries(
    pairs.map(([, label = '', text = '']) => [label, JSON.parse(text) as string]),
  );
  return { name, labels, value };
}

function assertBuckets(samples: readonly Sample[]): void {
  const last = new Map<string, number>();
  for (const { name, labels, value } of samples.filter(
    (sample) => sample.labels.le !== undefined,
  )) {
    const series = JSON.stringify([name, { ...labels, le: '' }]);
    if (value < (last.get(series) ?? 0)) throw new Error(`buckets of ${series} fall`);
    last.set(series, value);
  }
}

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { measureJobs } from '../../../jobs/measure-jobs.ts';
import { measurePool, startPresence } from '../../../db/announce-process.ts';
import type { Presence } from '../../../db/announce-process.ts';
import { createProcessMetrics } from '../../../lib/metrics.ts';
import { measureAttempts, measureDispatch } from '../../../workers/measure-work.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { quietLog } from '../../support/servers/database.ts';
import { readExposition } from '../../support/http/prometheus.ts';
import type { Sample } from '../../support/http/prometheus.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let presence: Presence;
let samples: Sample[];

beforeAll(async () => {
  api = await startApi();
  const metrics = createProcessMetrics('worker');
  measurePool(metrics, api.database);
  measureAttempts(metrics)({ kind: 'mail', job: 'send' }, 'done', 1);
  measureDispatch(metrics)('mail', 1);
  measureJobs(metrics).delivery('delivered', 1);
  presence = startPresence({ database: api.database, role: 'worker', metrics, log: quietLog });
  await api.send('GET', '/api/teams/x');
  samples = await until(
    'the worker has said what it measured, a garbage collection too',
    async () => {
      const all = readExposition((await api.send('GET', '/metrics')).text);
      const last = ['concordat_job_duration_seconds_sum', 'nodejs_gc_duration_seconds_sum'];
      return last.every((wanted) => all.some(({ name }) => name === wanted)) && all;
    },
  );
});
afterAll(async () => {
  await presence.stop();
  await api.stop();
});

const read = (file: string): string => readFileSync(file, 'utf8');

function ruleExpressions(): string[] {
  const { groups } = parse(read('deploy/prometheus-rules.yml')) as {
    groups: { rules: { expr: string }[] }[];
  };
  return groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
}

function dashboardExpressions(): string[] {
  const { panels } = JSON.parse(read('deploy/grafana.json')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}

/** Made by Prometheus itself, not by us. */
const foreign = ['up', 'ALERTS'];

/** The metrics that an expression selects, each with its label matchers. */
function selectors(expression: string): { name: string; matchers: string[][] }[] {
  const found = expression.matchAll(
    /\b(up|ALERTS|(?:concordat|nodejs|process)_[a-z0-9_]+)\b(?:\{([^}]*)\})?/g,
  );
  return [...found].map(([, name = '', text = '']) => ({
    name,
    matchers: [...text.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map((match) =>
      match.slice(1),
    ),
  }));
}

const of = (name: string) => samples.filter((sample) => sample.name === name);

it.each([
  ['rules', ruleExpressions],
  ['dashboard', dashboardExpressions],
])('the %s name only metrics and labels that the processes have', (_, expressions) => {
  const named = expressions().flatMap(selectors);
  expect(named.length).toBeGreaterThan(30);
  for (const { name, matchers } of named.filter((each) => !foreign.includes(each.name))) {
    const labels = new Set(of(name).flatMap((sample) => Object.keys(sample.labels)));
    expect([name, of(name).length > 0]).toEqual([name, true]);
    // `job` is the one that Prometheus gives.
    for (const [label = ''] of matchers.filter(([each]) => each !== 'job'))
      expect([name, ...labels]).toContain(label);
  }
});

it('the limits that rules look at are limits of buckets', () => {
  const limits = ruleExpressions()
    .flatMap(selectors)
    .flatMap(({ name, matchers }) =>
      matchers.filter(([label]) => label === 'le').map(([, , text = '']) => ({ name, text })),
    );
  expect(limits).toHaveLength(4);
  for (const { name, text } of limits) {
    const isMet = of(name).some(({ labels }) =>
      new RegExp(`^(?:${text})$`).test(labels['le'] ?? ''),
    );
    expect([name, text, isMet]).toEqual([name, text, true]);
  }
});

it('no rule and no panel sums what every API process tells again', () => {
  const isTold = (name: string) =>
    name.startsWith('concordat_') && !name.startsWith('concordat_http_');
  for (const expression of [...ruleExpressions(), ...dashboardExpressions()]) {
    const plain = expression.replaceAll(/\s+/g, ' ');
    for (const [, inner = ''] of plain.matchAll(/\bsum(?: by \([^)]*\))? ?\(([a-z]\w*)/g))
      expect([plain, isTold(inner)]).toEqual([plain, false]);
    for (const [, inner = ''] of plain.matchAll(
      /\bsum(?: by \([^)]*\))? ?\((?:rate|increase)\( ?(\w+)/g,
    ))
      expect([plain, isTold(inner)]).toEqual([plain, false]);
  }
});

it('the guide explains exactly the metrics that are ours', () => {
  const families = samples
    .map(({ name }) => name.replace(/_(bucket|sum|count)$/, ''))
    .filter((name) => name.startsWith('concordat_'));
  const explained = [...read('docs/operating.md').matchAll(/^\| `(concordat_\w+)`/gm)].map(
    ([, name = '']) => name,
  );
  expect(explained.sort()).toEqual([...new Set(families)].sort());
});

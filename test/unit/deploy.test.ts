import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { loadConfig, settings } from '../../config.ts';
import { workKinds } from '../../domain/work/kinds.ts';
import { kindPolicies } from '../../jobs/retry-policies.ts';
import { productProcesses } from '../../local/processes/product-process.ts';

const read = (file: string): string => readFileSync(file, 'utf8');
const pages = ['operating.md', 'alerts.md', 'backup.md'].map((name) => read(`docs/${name}`));
const guide = pages.join('\n');

/** Headings of the third level below a heading of the second. */
function headingsBelow(title: string): string[] {
  const [, part = ''] = guide.split(new RegExp(`^## ${title}$`, 'm'));
  const [section = ''] = part.split(/^## /m);
  return [...section.matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading);
}

/** Anchors as GitHub makes them of headings. */
const anchorsOf = (page: string): string[] =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

type Rule = {
  alert: string;
  expr: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
};
const { groups } = parse(read('deploy/prometheus-rules.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

describe('deploy/prometheus-rules.yml', () => {
  it('gives every alert a severity, plain words and a section of the guide', () => {
    expect(rules.length).toBeGreaterThan(20);
    for (const { alert, labels, annotations } of rules) {
      const { summary = '', description = '', runbook_url: runbook } = annotations;
      expect(labels).toEqual({ severity: expect.stringMatching(/^(critical|warning)$/) });
      expect([alert, summary.length > 10, description.length > 20]).toEqual([alert, true, true]);
      expect(runbook).toBe(`docs/alerts.md#${alert.toLowerCase()}`);
    }
  });

  it('names each alert once, in the order of the guide', () => {
    expect(rules.map((rule) => rule.alert)).toEqual(headingsBelow('Alerts'));
  });

  it('looks only at kinds of work that exist', () => {
    const named = rules.flatMap(({ expr }) =>
      [...expr.matchAll(/\bkind=~?"([^"]+)"/g)].flatMap(([, kinds = '']) => kinds.split('|')),
    );
    expect(workKinds).toEqual(expect.arrayContaining(named));
    expect(named.length).toBeGreaterThan(6);
  });
});

describe('the guide for operators', () => {
  it('has a section for each code of the overview', () => {
    const [, union = ''] = read('domain/operations/need.ts').split(/^ {2}code:$/m);
    const [members = ''] = union.split(';');
    const codes = [...members.matchAll(/'(\w+)'/g)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(5);
    expect(headingsBelow('What needs a human')).toEqual(codes);
  });

  it('links to sections and files that exist', () => {
    for (const page of pages) {
      const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
      for (const target of links.filter((link) => !link.includes('://'))) {
        const [file = '', anchor] = target.split('#');
        expect([target, existsSync(path.join('docs', file))]).toEqual([target, true]);
        if (anchor === undefined) continue;
        expect(anchorsOf(file === '' ? page : read(path.join('docs', file)))).toContain(anchor);
      }
    }
    for (const [, file = ''] of guide.matchAll(/`(test\/[^`]+)`/g))
      expect([file, existsSync(file)]).toEqual([file, true]);
  });

  it('tells the slots, limits and attempts of every kind as they are', () => {
    for (const kind of workKinds) {
      const { concurrency, timeoutMs, maxAttempts } = kindPolicies[kind];
      const cells = [`\`${kind}\``, concurrency, `${timeoutMs / 60_000} min`, maxAttempts];
      const row = guide.split('\n').find((line) => line.startsWith(`| \`${kind}\``));
      expect(row?.split('|').map((cell) => cell.trim())).toEqual(['', ...cells.map(String), '']);
    }
  });
});

type Panel = {
  id: number;
  type: string;
  title: string;
  datasource?: { uid: string };
  gridPos: { h: number; w: number; x: number; y: number };
  targets?: { datasource: { uid: string } }[];
};

it('deploy/grafana.json has the rows, a datasource to choose, and panels that lie side by side', () => {
  const dashboard = JSON.parse(read('deploy/grafana.json')) as {
    schemaVersion: number;
    templating: { list: { name: string; type: string; query: unknown }[] };
    panels: Panel[];
  };
  expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(38);
  expect(dashboard.templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource' });
  const { panels } = dashboard;
  expect(panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([
    'What needs a human',
    'HTTP',
    'Work',
    'Feed and dispatch',
    'Processes and Postgres pool',
  ]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { datasource, targets } of panels.filter(({ type }) => type !== 'row'))
    for (const source of [datasource, ...(targets ?? []).map((target) => target.datasource)])
      expect(source?.uid).toBe('${datasource}');
  const taken = new Set<string>();
  for (const { h, w, x, y } of panels.map(({ gridPos }) => gridPos)) {
    expect(x + w).toBeLessThanOrEqual(24);
    for (let cell = 0; cell < h * w; cell++) {
      const place = `${x + (cell % w)},${y + Math.floor(cell / w)}`;
      expect(taken.has(place)).toBe(false);
      taken.add(place);
    }
  }
});

type Service = {
  image: string;
  build?: { context: string; dockerfile: string };
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  secrets?: string[];
  volumes?: string[];
  ports?: string[];
  restart?: string;
  healthcheck?: { disable?: boolean; test?: string[] };
};
type Compose = {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
};

/** A line that is commented out and begins in the given column is code; prose begins further left. */
const uncomment = (text: string): string =>
  text.replaceAll(/^( {2}| {4})# ( *[\w-]+:.*)$/gm, '$1$2');
const composeText = read('deploy/compose.yaml');
const readCompose = (text: string) => parse(text, { merge: true }) as Compose;
const compose = readCompose(composeText);
const ours = (from: Compose) =>
  Object.entries(from.services).filter(([, service]) => service.image === 'concordat');
const commandOf = (name: string): string[] => {
  const found = productProcesses.find((process) => process.name === name);
  return ['node', ...(found?.flags ?? []), `dist/${found?.main}`];
};

describe('deploy/compose.yaml', () => {
  it('starts the processes as the Procfile does', () => {
    for (const { name } of productProcesses)
      expect(compose.services[name]?.command).toEqual(commandOf(name));
  });

  it('migrates by the entry of the operators’ commands, which npm run uses too', () => {
    const { command, restart } = compose.services['migrate'] ?? {};
    expect({ command, restart }).toEqual({
      command: ['node', 'dist/local/cli/run.js', 'migrate'],
      restart: 'no',
    });
    expect(read('local/launch.mjs')).toContain(`'../${command?.[1]}'`);
    expect(read('local/cli/run.ts')).toContain('await main(');
  });

  it('sets only variables that the settings know, also where a worker is added', () => {
    const withMore = readCompose(uncomment(composeText));
    const known = Object.values(settings).flatMap((setting) =>
      'secret' in setting ? [setting.env, `${setting.env}_FILE`] : [setting.env],
    );
    for (const [name, service] of [...ours(compose), ...ours(withMore)]) {
      const variables = Object.keys(service.environment ?? {});
      const wrong = variables.filter(
        (variable) => !known.includes(variable) && !variable.startsWith('DATACONTRACT_'),
      );
      expect([name, wrong]).toEqual([name, []]);
    }
  });

  it('shows a second worker that takes a kind from the first, and no kind is left out', () => {
    const { services } = readCompose(uncomment(composeText));
    const kinds = ['worker', 'worker-contract-tests'].flatMap((name) =>
      (services[name]?.environment?.['WORKER_QUEUES'] ?? '').split(','),
    );
    expect(kinds.sort()).toEqual([...workKinds].sort());
    expect(services['worker-contract-tests']?.command).toEqual(commandOf('worker'));
  });

  it('names only services, volumes, files and secrets that it has, and hides the databases', () => {
    const { services, volumes, secrets } = compose;
    for (const service of Object.values(services)) {
      for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
        if (condition === 'service_healthy')
          expect(services[other]?.healthcheck?.test).toBeDefined();
        else expect(services[other]?.restart).toBe('no');
      }
      expect(Object.keys(secrets)).toEqual(expect.arrayContaining(service.secrets ?? []));
      for (const [, name = ''] of Object.values(service.environment ?? {}).map((value) =>
        value.split('/run/secrets/'),
      ))
        if (name !== '') expect(service.secrets).toContain(name);
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':');
        const exists = source in volumes || existsSync(path.join('deploy', source));
        expect([source, exists]).toEqual([source, true]);
      }
    }
    const published = Object.keys(services).filter((name) => services[name]?.ports);
    expect(published).toEqual(['api']);
    expect(compose.services['redis']?.command?.join(' ')).toContain('noeviction');
  });
});

it('deploy/make-secrets.sh writes the secrets of compose.yaml as the settings want them, once', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'concordat-secrets-'));
  try {
    const run = () => execFileSync('sh', ['deploy/make-secrets.sh', folder]);
    const content = (name: string) => read(path.join(folder, name));
    run();
    const files = Object.entries(compose.secrets);
    for (const [name, { file }] of files) expect(file).toBe(`./secrets/${name}`);
    const before = files.map(([name]) => content(name));
    expect(statSync(folder).mode % 0o1000).toBe(0o700);
    const env = compose.services['migrate']?.environment ?? {};
    const config = loadConfig(
      Object.fromEntries(
        Object.entries(env).map(([name, file]) => [name, file.replace('/run/secrets', folder)]),
      ),
    );
    expect(new URL(config.databaseUrl).password).toBe(content('database-password').trim());
    expect(new URL(config.redisUrl ?? '').password).toBe(content('redis-password').trim());
    expect([config.secretKey?.length, config.bootstrapApiKey?.length]).toEqual([48, 46]);
    run();
    expect(files.map(([name]) => content(name))).toEqual(before);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('deploy/Dockerfile', () => {
  const lines = read('deploy/Dockerfile')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line));
  const ofKind = (word: string) => lines.filter((line) => line.startsWith(`${word} `));
  const ignored = read('.dockerignore').split('\n');

  it('starts the API without a shell, as another user than root, on a supported Node', () => {
    expect(JSON.parse((lines.at(-1) ?? '').replace('CMD ', ''))).toEqual(commandOf('api'));
    expect(ofKind('USER')).toEqual(['USER node']);
    const variables = ofKind('ENV').flatMap((line) => [...line.matchAll(/ ([A-Z_]+)=/g)]);
    const known = ['NODE_ENV', ...Object.values(settings).map(({ env }) => env)];
    expect(known).toEqual(expect.arrayContaining(variables.map(([, name]) => name)));
    for (const line of ofKind('FROM')) expect(line).toMatch(/^FROM node:(20|22)-slim( AS \w+)?$/);
    const [check = ''] = ofKind('HEALTHCHECK');
    const words = JSON.parse(check.slice(check.indexOf('CMD ') + 4)) as string[];
    expect([words.length, words[2]]).toEqual([3, expect.stringContaining('/health/ready')]);
    // Nothing listens there: the check must say so by its exit code, and have no other trouble.
    const { status, stderr } = spawnSync(process.execPath, words.slice(1), { env: { PORT: '1' } });
    expect([status, stderr.toString()]).toEqual([1, '']);
  });

  it('copies only what exists and is not kept out of the build', () => {
    const copies = ofKind('COPY').filter((line) => !line.includes('--from='));
    const sources = copies.flatMap((line) => line.split(' ').slice(1, -1));
    expect(sources.length).toBeGreaterThan(5);
    for (const source of sources)
      expect([source, existsSync(source), ignored.includes(source)]).toEqual([source, true, false]);
  });

  it('gets neither secrets nor data nor history', () => {
    expect(ignored).toEqual(
      expect.arrayContaining([
        '.git',
        '.data',
        '.env',
        'deploy/secrets',
        '**/node_modules',
        'dist',
      ]),
    );
    expect(read('.gitignore').split('\n')).toContain('deploy/secrets/');
  });
});

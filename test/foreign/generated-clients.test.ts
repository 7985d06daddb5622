import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { openapiDocuments } from '../support/describe/openapi.ts';

const run = promisify(execFile);

/** Kept between runs, as the generators are large. */
const folder = path.resolve('.data/client-generators');
const packages = ['openapi-typescript@7.13.0', '@hey-api/openapi-ts@0.94.0', 'typescript@5.9.3'];
const files = Object.keys(openapiDocuments);

const inFolder = (program: string, args: readonly string[], timeoutMs = 240_000) =>
  run(program, [...args], { cwd: folder, timeout: timeoutMs, maxBuffer: 10_000_000 });

/** Installs at load time, because Jest decides then what it skips. Returns the reason why a program cannot be used here. */
function problemOf(program: string, args: readonly string[], timeout: number): string | undefined {
  const { status, error, stderr } = spawnSync(program, args, {
    cwd: folder,
    timeout,
    encoding: 'utf8',
  });
  if (status === 0) return undefined;
  return `${program}: ${error?.message ?? stderr.trim().split('\n').at(-1)}`;
}

mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, 'package.json'), '{"private":true,"type":"module"}');

/** The generators need TypeScript 5, and so are no packages of the product. */
const install = ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', ...packages];
const withoutGenerators = problemOf('npm', install, 240_000);

const jar = path.join(folder, 'python/openapi_generator_cli/openapi-generator.jar');
const download = 'pip install --quiet --no-deps --target python openapi-generator-cli==7.26.0';
const withoutJava =
  withoutGenerators ??
  problemOf('java', ['-version'], 20_000) ??
  (existsSync(jar) ? undefined : problemOf('python3', ['-m', ...download.split(' ')], 240_000));

/** Declares a test, which is skipped, with the reason in its title, if a program is missing. */
function itUnless(
  reason: string | undefined,
  title: string,
  test: () => Promise<void>,
  timeoutMs?: number,
): void {
  if (reason === undefined) it(title, test, timeoutMs);
  else it.skip(`${title} (skipped because of ${reason})`, test);
}

beforeAll(() => {
  for (const [file, document] of Object.entries<any>(openapiDocuments)) {
    writeFileSync(path.join(folder, file), JSON.stringify(document));
    // typescript-fetch writes broken imports for requests that the server sends; clients have no use for them.
    const { webhooks: _sent, ...called } = document;
    writeFileSync(path.join(folder, `called-${file}`), JSON.stringify(called));
  }
});

/** Checks TypeScript strictly, with everything that it imports. */
async function compile(name: string, include: string): Promise<void> {
  const project = path.join(folder, `tsconfig-${name}.json`);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2023',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
  };
  writeFileSync(project, JSON.stringify({ compilerOptions, include: [include] }));
  const tsc = path.resolve('node_modules/.bin/tsc');
  const { stdout } = await inFolder(tsc, ['-p', project]).catch((error) => error);
  expect(stdout).toBe('');
}

itUnless(
  withoutGenerators,
  'openapi-typescript writes types that compile, and tell events and errors apart',
  async () => {
    for (const file of files) {
      await inFolder('npx', ['openapi-typescript', file, '-o', `types/${file}.d.ts`]);
    }
    writeFileSync(
      path.join(folder, 'types', 'use.ts'),
      `import type { components, paths } from './openapi.json.d.ts';
const prefix = 'com.datamesh-manager.events.';
export function tell(event: components['schemas']['CloudEvent']): string {
  if (event.type === \`\${prefix}TestResultsCreatedEvent\`) return event.data.status;
  if (event.type === 'com.datamesh-manager.events.OutputPortCreatedEvent')
    return event.data.outputPortId;
  // @ts-expect-error Only events of output ports have it.
  event.data.outputPortId;
  return event.data.id;
}
type Put = paths['/api/datacontracts/{id}']['put'];
type Problem = Put['responses'][412]['content']['application/problem+json'];
export const codeOf = (problem: Problem): 'precondition_failed' => problem.code;
export const tagOf = (headers: Put['responses'][200]['headers']): string | undefined => headers.ETag;
`,
    );
    await compile('types', 'types/**/*.ts');
  },
);

itUnless(withoutGenerators, 'hey-api writes clients that compile', async () => {
  for (const file of files) await inFolder('npx', ['openapi-ts', '-i', file, '-o', `hey/${file}`]);
  await compile('hey', 'hey/**/*.ts');
});

itUnless(
  withoutJava,
  'openapi-generator writes clients that compile',
  async () => {
    for (const file of files) {
      const options = ['generate', '-i', `called-${file}`, '-g', 'typescript-fetch'];
      // Otherwise models of forms are left out, although unions name them.
      options.push('--global-property', 'skipFormModel=false');
      await inFolder('java', ['-jar', jar, ...options, '-o', `generator/${file}`]);
      await compile(`generator-${file}`, `generator/${file}/**/*.ts`);
    }
  },
  600_000,
);

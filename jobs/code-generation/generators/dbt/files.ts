import type { GeneratedFile } from '../../generator.ts';
import { genericTests } from './data-tests.ts';
import { dbtYaml } from './jinja.ts';
import type { DbtValue } from './jinja.ts';
import type { DbtProject } from './project.ts';
import type { SingularTest } from './quality.ts';

/** A file without notes; the first file of a format has them. */
export function dbtFile(filename: string, content: string): GeneratedFile {
  const language = filename.endsWith('.yml') ? 'yaml' : 'sql';
  return { filename, language, content, metadata: { warnings: [], notes: [] } };
}

/** The files that every project has: dbt reads it without any package. */
export function projectFiles({ name, isOld, dialect }: DbtProject): GeneratedFile[] {
  const project = dbtYaml({
    name,
    'config-version': 2,
    'require-dbt-version': [isOld ? '>=1.9.0' : '>=1.10.8', '<3.0.0'],
    profile: name,
    'model-paths': ['models'],
    'test-paths': ['tests'],
  });
  // A project must not contain the location of the database or the credentials; dbt reads both from a profile.
  const needed = `# profiles.yml needs the profile ${name}, with an output of type ${dialect}.\n`;
  return [
    dbtFile('dbt_project.yml', `${needed}${project}`),
    ...Object.entries(genericTests).map(([test, sql]) => dbtFile(`tests/generic/${test}.sql`, sql)),
  ];
}

/** Tests in separate files. */
export function singularFiles(kind: 'models' | 'sources', tests: SingularTest[]): GeneratedFile[] {
  return tests.map(({ name, sql }) => dbtFile(`tests/${kind}/${name}.sql`, sql));
}

/** Adds the notes to the first file. */
export function withNotes(project: DbtProject, files: GeneratedFile[]): GeneratedFile[] {
  const metadata = {
    ...project.notes.list(),
    dialect: project.dialect,
    ...(project.server && { serverType: project.server.type }),
  };
  return files.map((file, index) => (index === 0 ? { ...file, metadata } : file));
}

/** A `config` entry, unless it would be empty. */
export function configOf(
  config: Readonly<Record<string, DbtValue | undefined>>,
  tags: readonly string[],
  meta: Readonly<Record<string, DbtValue | undefined>>,
): { config?: DbtValue } {
  const said = Object.entries(meta).filter(([, value]) => value !== undefined);
  const all = {
    ...config,
    tags: tags.length > 0 ? [...new Set(tags)] : undefined,
    meta: said.length > 0 ? Object.fromEntries(said as [string, DbtValue][]) : undefined,
  };
  const isEmpty = Object.values(all).every((value) => value === undefined);
  return isEmpty ? {} : { config: all };
}

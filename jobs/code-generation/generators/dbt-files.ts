import type { GeneratedFile } from '../generator.ts';
import { genericTests } from './dbt-data-tests.ts';
import { dbtYaml } from './dbt-jinja.ts';
import type { DbtValue } from './dbt-jinja.ts';
import type { DbtProject } from './dbt-project.ts';
import type { SingularTest } from './dbt-quality.ts';

/** A file whose notes are at the first one of the format. */
export function dbtFile(filename: string, content: string): GeneratedFile {
  const language = filename.endsWith('.yml') ? 'yaml' : 'sql';
  return { filename, language, content, metadata: { notes: [] } };
}

/** What makes a project of the files: dbt reads it without any package. */
export function projectFiles({ name, isOld, dialect }: DbtProject): GeneratedFile[] {
  const project = dbtYaml({
    name,
    'config-version': 2,
    'require-dbt-version': [isOld ? '>=1.9.0' : '>=1.10.8', '<3.0.0'],
    profile: name,
    'model-paths': ['models'],
    'test-paths': ['tests'],
  });
  // dbt asks for what no project may hold: where the database is, and who signs in.
  const needed = `# profiles.yml needs the profile ${name}, with an output of type ${dialect}.\n`;
  return [
    dbtFile('dbt_project.yml', `${needed}${project}`),
    ...Object.entries(genericTests).map(([test, sql]) => dbtFile(`tests/generic/${test}.sql`, sql)),
  ];
}

/** Tests in files of their own. */
export function singularFiles(kind: 'models' | 'sources', tests: SingularTest[]): GeneratedFile[] {
  return tests.map(({ name, sql }) => dbtFile(`tests/${kind}/${name}.sql`, sql));
}

/** The first file carries what could not be said in any. */
export function withNotes(project: DbtProject, files: GeneratedFile[]): GeneratedFile[] {
  const metadata = {
    notes: project.notes.list(),
    dialect: project.dialect,
    ...(project.server && { serverType: project.server.type }),
  };
  return files.map((file, index) => (index === 0 ? { ...file, metadata } : file));
}

/** `config` with what there is of it. */
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

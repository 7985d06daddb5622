import { spawnSync } from 'node:child_process';
import path from 'node:path';

const driver = path.join(__dirname, 'driver.py');

/** Interpreters of this machine; more can be named, divided by colons. */
const candidates = [
  ...(process.env['TEST_PYTHONS'] ?? '').split(':').filter((name) => name !== ''),
  'python3',
  '/usr/bin/python3',
];

export type Libraries = { pydantic?: string; sqlalchemy?: string };
export type Interpreter = { command: string; libraries: Libraries };

const probe = `
import importlib, json
found = {}
for name, member in (("pydantic", "VERSION"), ("sqlalchemy", "__version__")):
    try:
        found[name] = getattr(importlib.import_module(name), member)
    except ImportError:
        pass
print(json.dumps(found))
`;

function probed(command: string): Interpreter[] {
  const { status, stdout } = spawnSync(command, ['-c', probe], { encoding: 'utf8' });
  if (status !== 0) return [];
  return [{ command, libraries: JSON.parse(stdout) as Libraries }];
}

const interpreters = candidates.flatMap(probed);

/** The first interpreter whose libraries are as asked for. */
export function findPython(
  fits: (libraries: Libraries) => boolean = () => true,
): Interpreter | undefined {
  return interpreters.find(({ libraries }) => fits(libraries));
}

const major = (version: string | undefined): number => Number.parseInt(version ?? '0', 10);

export const anyPython = findPython();
export const pythonWithPydantic = (version: number): Interpreter | undefined =>
  findPython(({ pydantic }) => major(pydantic) === version);
export const pythonWithSqlalchemy = (version: number): Interpreter | undefined =>
  findPython(({ sqlalchemy }) => major(sqlalchemy) === version);

export type PythonJob = {
  source: string;
  task?: 'compile' | 'pydantic' | 'sqlalchemy_task' | 'spark_task' | 'facts_task';
  kind?: string;
  facts?: boolean;
  rows?: readonly (readonly [className: string, row: unknown])[];
} & Record<string, unknown>;

export type PythonAnswer = {
  error?: string;
  trace?: string;
  docstrings?: Record<string, string>;
  texts?: string[];
  statements?: string[];
  calls?: string[];
  verdicts?: (string | null)[];
  schemas?: string[];
} & Record<string, unknown>;

/** Does all jobs in one process. */
export function runPython(interpreter: Interpreter, jobs: readonly PythonJob[]): PythonAnswer[] {
  const { status, stdout, stderr } = spawnSync(interpreter.command, ['-B', driver], {
    input: JSON.stringify(jobs),
    encoding: 'utf8',
    maxBuffer: 512 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as PythonAnswer[];
}

/** Tests that need an interpreter; elsewhere they are counted as skipped, with the reason in their names. */
export function describeWith(
  interpreter: Interpreter | undefined,
  missing: string,
  { title, body }: { title: string; body: (python: Interpreter) => void },
): void {
  if (interpreter !== undefined) describe(title, () => body(interpreter));
  else describe.skip(`(${missing}) ${title}`, () => body({ command: '', libraries: {} }));
}

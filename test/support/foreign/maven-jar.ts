import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** The path of a file of Maven (`group:artifact:version`) below .data, where later runs find it again, or why it is not at hand. */
export function installJar(
  artifact: string,
  timeoutMs: number,
): { jar: string } | { missing: string } {
  const folder = path.join(process.cwd(), '.data', 'foreign', 'jars');
  const [, name, version] = artifact.split(':');
  const jar = path.join(folder, `${name}-${version}.jar`);
  if (fs.existsSync(jar)) return { jar };
  if (spawnSync('java', ['-version']).status !== 0) return { missing: 'no Java here' };
  fs.mkdirSync(folder, { recursive: true });
  const coming = fs.mkdtempSync(path.join(folder, 'coming-'));
  const words = ['-q', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${coming}`];
  // Outside of the repository: the working folder needs no project of Maven.
  const copied = spawnSync('mvn', words, { cwd: coming, timeout: timeoutMs });
  try {
    if (copied.status !== 0) return { missing: `Maven does not bring ${artifact}` };
    fs.renameSync(path.join(coming, path.basename(jar)), jar);
    return { jar };
  } finally {
    fs.rmSync(coming, { recursive: true, force: true });
  }
}

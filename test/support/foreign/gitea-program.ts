import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Gitea and the folder of its templates, or the reason why it is not at hand. */
export type GiteaProgram = { program: string; resources: string } | { missing: string };

/** The version that the tests were written against; the newest that Go 1.26 builds from its modules. */
export const giteaVersion = 'v1.26.0';

const ldflags = `-s -w -X main.Version=${giteaVersion.slice(1)}`;
const source = `code.gitea.io/gitea@${giteaVersion}`;

/**
 * Builds Gitea with Go into the cache of this user, where later runs find it. A first build takes minutes, so that it begins only
 * on request: FOREIGN_GITEA=build.
 */
export function installGitea(): GiteaProgram {
  const go = ['go', '/usr/local/go/bin/go'].find(
    (each) => spawnSync(each, ['version']).status === 0,
  );
  if (go === undefined) return { missing: 'no Go here' };
  const folder = path.join(cacheFolder(), 'concordat', `gitea-${giteaVersion}`);
  const program = path.join(folder, 'gitea');
  const isBuilt = fs.existsSync(program);
  if (!isBuilt && process.env['FOREIGN_GITEA'] !== 'build')
    return { missing: 'not built; FOREIGN_GITEA=build builds it in some minutes' };
  const found = spawnSync(go, ['mod', 'download', '-json', source], { encoding: 'utf8' });
  if (found.status !== 0) return { missing: 'its modules cannot be downloaded' };
  const { Dir: resources } = JSON.parse(found.stdout) as { Dir: string };
  if (isBuilt) return { program, resources };
  fs.mkdirSync(folder, { recursive: true });
  const built = spawnSync(
    go,
    ['build', '-trimpath', '-ldflags', ldflags, '-o', `${program}.new`, '.'],
    {
      cwd: resources,
      encoding: 'utf8',
      // Without cgo it has no SQLite, and needs no compiler of C.
      env: { ...process.env, CGO_ENABLED: '0' },
    },
  );
  if (built.status !== 0)
    return { missing: `not built: ${built.stderr.trim().split('\n').at(-1)}` };
  fs.renameSync(`${program}.new`, program);
  return { program, resources };
}

function cacheFolder(): string {
  return process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache');
}

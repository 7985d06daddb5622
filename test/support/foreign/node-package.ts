import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The folder of an installed package of npm and a Node.js that runs it, or the reason why they are not at hand. */
export type NodePackage = { folder: string; node: string } | { missing: string };

/** Used in place of an older Node.js of this machine; its package is a binary for one platform. */
const newerNode = { name: `node-${process.platform}-${process.arch}`, version: '22.23.3' };

/**
 * Installs a package, with an exact version, into the cache of this user, where later runs find it. A package that needs a newer
 * Node.js gets one beside it. Scripts of packages are not run.
 */
export function installNodePackage(
  name: string,
  version: string,
  {
    minNode,
    timeoutMs = 300_000,
  }: { minNode: readonly [major: number, minor: number]; timeoutMs?: number },
): NodePackage {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < minNode[0] || (major === minNode[0] && minor < minNode[1]);
  const cache = process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache');
  const folder = path.join(cache, 'concordat', `${path.basename(name)}-${version}`);
  const modules = path.join(folder, 'node_modules');
  const installed = {
    folder: path.join(modules, name),
    node: isOld ? path.join(modules, newerNode.name, 'bin', 'node') : process.execPath,
  };
  const done = path.join(folder, 'complete');
  if (fs.existsSync(done) && fs.existsSync(installed.node)) return installed;
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  const wanted = [`${name}@${version}`];
  if (isOld) wanted.push(`${newerNode.name}@${newerNode.version}`);
  const options = ['--force', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  // npm with the settings of this account, because its registry may be another one.
  const { status, stderr } = spawnSync('npm', ['install', ...options, ...wanted], {
    cwd: folder,
    encoding: 'utf8',
    timeout: timeoutMs,
  });
  if (status === null) return { missing: `${wanted.join(' ')} takes too long to install` };
  if (status !== 0) return { missing: `not installed: ${stderr.trim().split('\n').at(-1)}` };
  fs.writeFileSync(done, wanted.join('\n'));
  return installed;
}

import path from 'node:path';
import type { Surroundings } from '../surroundings.ts';

/** The folder in which the system keeps the configuration of programs; `CONCORDAT_CONFIG_DIR` names another one. */
export function configFolder({ env, homeDir, platform }: Surroundings): string {
  const given = env['CONCORDAT_CONFIG_DIR'];
  if (given) return path.resolve(given);
  if (platform === 'darwin')
    return path.join(homeDir, 'Library', 'Application Support', 'concordat');
  if (platform === 'win32')
    return path.join(env['APPDATA'] || path.join(homeDir, 'AppData', 'Roaming'), 'concordat');
  return path.join(env['XDG_CONFIG_HOME'] || path.join(homeDir, '.config'), 'concordat');
}

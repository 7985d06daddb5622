import { spawn } from 'node:child_process';
import type { Surroundings } from '../surroundings.ts';

/** Opens an address in the browser of the person, if there is a desktop; the address is printed anyway. */
export function openBrowser(address: string, { env, platform }: Surroundings): void {
  const [command, ...words] =
    platform === 'darwin' ? ['open'] : platform === 'win32' ? ['explorer'] : ['xdg-open'];
  const hasDesktop = platform !== 'linux' || env['DISPLAY'] || env['WAYLAND_DISPLAY'];
  if (command === undefined || !hasDesktop) return;
  const child = spawn(command, [...words, address], { stdio: 'ignore', detached: true, env });
  child.on('error', () => undefined);
  child.unref();
}

import { productProcesses } from '../local/product-process.ts';

/** With what flags bin/start and the Procfile run a process. */
export function flagsOf(name: string): string[] {
  return productProcesses.find((known) => known.name === name)?.flags ?? [];
}

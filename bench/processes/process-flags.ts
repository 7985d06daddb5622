import { productProcesses } from '../../local/processes/product-process.ts';

/** The flags with which bin/start and the Procfile run a process. */
export function flagsOf(name: string): string[] {
  return productProcesses.find((known) => known.name === name)?.flags ?? [];
}

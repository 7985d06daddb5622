import '../../unit/code-generation/fuzz-seed.ts';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import type { Generator } from '../../../jobs/code-generation/generator.ts';
import {
  contractOf,
  generateFiles,
  hasShared,
  publicContracts,
  recordedContracts,
} from '../../unit/code-generation/contracts.ts';
import { fullContract } from '../../unit/code-generation/full-contract.ts';
import { hostileContract } from '../../unit/code-generation/hostile/contracts.ts';

export type GeneratedFolder = { folder: string; count: number; remove: () => void };

/** Writes what a generator makes of public and of hostile contracts, each into a folder of its own. */
export function writeGenerated(generator: Generator): GeneratedFolder {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `generated-${generator.type}-`));
  const shared = hasShared ? [...publicContracts(), ...recordedContracts()] : [];
  const contracts = [
    fullContract,
    contractOf([]),
    ...shared.map(({ contract }) => contract),
    ...fc.sample(hostileContract, { numRuns: 150, seed: 20_260_921 }),
  ];
  contracts.forEach((contract, position) => {
    const place = path.join(folder, `contract${position}`);
    fs.mkdirSync(place);
    for (const { filename, content } of generateFiles(generator, contract))
      fs.writeFileSync(path.join(place, filename), content);
  });
  return {
    folder,
    count: contracts.length,
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}

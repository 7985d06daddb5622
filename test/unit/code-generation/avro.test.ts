import avsc from 'avsc';
import { avro } from '../../../jobs/code-generation/generators/avro.ts';
import {
  contractOf,
  describeWithShared,
  generateFiles,
  publicContracts,
  recordedContracts,
} from './contracts.ts';

describeWithShared('public contracts', () => {
  it('compile', () => {
    let n = 0;
    const kinds = new Map<string, number>();
    for (const { name, contract } of [...publicContracts(), ...recordedContracts()]) {
      for (const file of generateFiles(avro, contract)) {
        try {
          const t = avsc.Type.forSchema(JSON.parse(file.content));
          const v = t.random();
          t.fromBuffer(t.toBuffer(v));
          n++;
        } catch (error) {
          throw new Error(name + String(error) + file.content.slice(0, 3000));
        }
        for (const note of file.metadata.notes) {
          const k = note.replace(/^.*?: /, '').replace(/\d+/g, 'N');
          kinds.set(k, (kinds.get(k) ?? 0) + 1);
        }
      }
    }
    console.log(n, [...kinds].sort((a, b) => b[1] - a[1]).slice(0, 60));
  });
});

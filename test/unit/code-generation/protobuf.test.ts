import protobufjs from 'protobufjs';
import { protobuf } from '../../../jobs/code-generation/generators/protobuf.ts';
import {
  contractOf,
  describeWithShared,
  generateFiles,
  publicContracts,
  recordedContracts,
} from './contracts.ts';

describeWithShared('public contracts', () => {
  it('compile', () => {
    const kinds = new Map<string, number>();
    let last = '';
    for (const { name, contract } of [...publicContracts(), ...recordedContracts()]) {
      for (const file of generateFiles(protobuf, contract)) {
        try {
          const { root } = protobufjs.parse(file.content);
          for (const p of ['timestamp', 'struct'])
            root.addJSON(protobufjs.common.get(`google/protobuf/${p}.proto`)!.nested as any);
          root.resolveAll();
        } catch (error) {
          throw new Error(name + String(error) + file.content.slice(0, 3000));
        }
        if (
          name.includes('datacontract-large') ||
          name.includes('protobuf-expected') ||
          name.includes('all-data-types')
        )
          last += file.content;
        for (const note of file.metadata.notes) {
          const k = note.replace(/^.*?: /, '').replace(/\d+/g, 'N');
          if (!k.startsWith('only')) kinds.set(k, (kinds.get(k) ?? 0) + 1);
        }
      }
    }
    console.log(last, [...kinds].sort((a, b) => b[1] - a[1]).slice(0, 60));
  });
});

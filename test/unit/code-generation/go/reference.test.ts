import { go } from '../../../../jobs/code-generation/generators/go/generator.ts';
import { goName } from '../../../../jobs/code-generation/generators/go/names.ts';
import { describeWithShared, generateFiles } from '../contracts.ts';
import { goDifferences } from '../differences/go.ts';
import { compareWithReference, recordingsOf } from '../differences/difference.ts';
import type { Facts } from '../differences/difference.ts';

/** The structs of a file as it is laid out: one field a line, comments above or behind it. */
function factsOf(text: string): Facts {
  const facts: Facts = new Map([['', { package: /^package (\w+)$/m.exec(text)?.[1] ?? '' }]]);
  let struct = '';
  let comment: string[] = [];
  for (const line of text.split('\n').map((written) => written.trim())) {
    const opened = /^type (\S+) struct ?\{/.exec(line)?.[1];
    const field = /^(\S+)\s+(\S+)\s+`(.*?)`(?:\s+\/\/ (.*))?$/.exec(line);
    if (opened !== undefined) {
      struct = opened;
      facts.set(`type ${struct}`, {});
    } else if (field) {
      const [, name = '', type = '', tags = '', behind] = field;
      // The reference writes initialisms as other words.
      facts.set(`${struct}.${/^\w+$/.test(name) ? goName(name, 'Field') : name}`, {
        type: type.replace(/^\*/, ''),
        pointer: String(type.startsWith('*')),
        tags,
        comment: behind ?? comment.join('\n'),
      });
    }
    comment = line.startsWith('//') ? [...comment, line.slice(3)] : [];
  }
  return facts;
}

describeWithShared('Go of the reference', () => {
  it('differs only where it is meant to', () => {
    const pairs = recordingsOf('go').map(({ id, contract, text }) => {
      const [file] = generateFiles(go, contract);
      return { id, reference: factsOf(text), ours: factsOf(file?.content ?? '') };
    });
    expect(pairs.length).toBeGreaterThan(20);
    const { unexplained, counts, expected } = compareWithReference('go', goDifferences, pairs);
    expect(unexplained).toEqual([]);
    expect(counts).toEqual(expected);
  });
});

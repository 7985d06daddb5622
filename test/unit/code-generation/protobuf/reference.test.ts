import protobufjs from 'protobufjs';
import { protobuf } from '../../../../jobs/code-generation/generators/protobuf/generator.ts';
import { describeWithShared, generateFiles } from '../contracts.ts';
import { protobufDifferences } from '../differences/protobuf.ts';
import { compareWithReference, recordingsOf } from '../differences/difference.ts';
import type { Facts } from '../differences/difference.ts';

function collectEnums(facts: Facts, scope: protobufjs.NamespaceBase): void {
  for (const object of scope.nestedArray) {
    if (!(object instanceof protobufjs.Enum)) continue;
    const place = scope instanceof protobufjs.Type ? 'message' : 'file';
    facts.set(`enum ${object.name}`, { values: JSON.stringify(object.values), place });
  }
}

function collect(facts: Facts, scope: protobufjs.NamespaceBase): void {
  collectEnums(facts, scope);
  for (const object of scope.nestedArray) {
    if (object instanceof protobufjs.Type) collectMessage(facts, object.name, object);
    else if (object instanceof protobufjs.Namespace) collect(facts, object);
  }
}

function collectMessage(facts: Facts, place: string, message: protobufjs.Type): void {
  collectEnums(facts, message);
  facts.set(`${place} message`, { comment: message.comment ?? '' });
  for (const field of message.fieldsArray) {
    const { id, type, repeated, comment, options } = field;
    const nested = message.get(type);
    facts.set(`${place}.${field.name}`, {
      number: String(id),
      type: nested instanceof protobufjs.Type ? 'message' : type,
      label: repeated ? 'repeated' : options?.['proto3_optional'] === true ? 'optional' : '',
      comment: comment ?? '',
    });
    if (nested instanceof protobufjs.Type) collectMessage(facts, `${place}.${field.name}`, nested);
  }
}

function factsOf(text: string): Facts {
  const { root, package: name = '' } = protobufjs.parse(text, {
    keepCase: true,
    alternateCommentMode: true,
  });
  const facts: Facts = new Map([['', { package: name }]]);
  collect(facts, root);
  return facts;
}

/** Line ends in descriptions and names of any kind make files of the reference that cannot be read. */
function readFacts(text: string): Facts | undefined {
  try {
    return factsOf(text);
  } catch {
    return undefined;
  }
}

const unreadable = 2;

describeWithShared('Protocol Buffers of the reference', () => {
  it('differ only where it is meant to', () => {
    const recordings = recordingsOf('protobuf');
    const pairs = recordings.flatMap(({ id, contract, text }) => {
      const [file] = generateFiles(protobuf, contract);
      const [reference, ours] = [readFacts(text), factsOf(file?.content ?? '')];
      return reference ? [{ id, reference, ours }] : [];
    });
    expect(recordings.length - pairs.length).toBe(unreadable);
    expect(pairs.length).toBeGreaterThan(15);
    const { unexplained, counts, expected } = compareWithReference(
      'protobuf',
      protobufDifferences,
      pairs,
    );
    expect(unexplained).toEqual([]);
    expect(counts).toEqual(expected);
  });
});

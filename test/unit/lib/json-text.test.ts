import { withMembers, withoutMembers } from '../../../lib/json/text.ts';

const texts = [
  '{}',
  '{ }',
  '{"a":1}',
  ' { "a" : 1.10 ,\n"b":[1,{"c":"}\\""}, "x,y" ] , "c": {"a":2,"b":"{"} }\n',
  '{"\\u0061":12345678901234567890,"b":null}',
  '{"":"","a\\"b":"\\\\","tail":"\\\\\\""}',
];

it('adds members behind all others, and takes them away without a trace', () => {
  for (const text of texts) {
    const longer = withMembers(text, { added: '["x"]', again: '{"y":1}' });
    expect(JSON.parse(longer)).toEqual({ ...JSON.parse(text), added: ['x'], again: { y: 1 } });
    expect(withoutMembers(longer, ['added', 'again', 'never'])).toBe(text);
  }
});

it('leaves out members wherever they stand, and keeps every other byte', () => {
  const text = '{ "a":1.10, "b" : [2,{"a":3}],\n "c":"a" }';
  expect(withoutMembers(text, ['a'])).toBe('{ "b" : [2,{"a":3}],\n "c":"a" }');
  expect(withoutMembers(text, ['b'])).toBe('{ "a":1.10,\n "c":"a" }');
  expect(withoutMembers(text, ['c'])).toBe('{ "a":1.10, "b" : [2,{"a":3}] }');
  expect(withoutMembers(text, ['a', 'c'])).toBe('{ "b" : [2,{"a":3}] }');
  expect(withoutMembers(text, ['a', 'b', 'c'])).toBe('{  }');
  expect(withoutMembers('{"\\u0061":1,"b":2}', ['a'])).toBe('{"b":2}');
  expect(withMembers('{"a":1}', {})).toBe('{"a":1}');
});

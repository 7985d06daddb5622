/** Texts that are of a format and texts that are not; every source has to say the same of them. */
export const formatExamples: Record<string, { good: string[]; bad: string[] }> = {
  email: {
    good: ['a@b', "o'hara+x@mail.example.org", 'a_b-c@x-y.de'],
    bad: ['a', '@b', 'a@', 'a@b@c', 'a b@c', 'a@-b', 'a@b..c', 'ä@b'],
  },
  uuid: {
    good: ['123e4567-e89b-12d3-a456-426614174000', '123E4567-E89B-12D3-A456-426614174000'],
    bad: ['123e4567e89b12d3a456426614174000', '123e4567-e89b-12d3-a456-42661417400g', ''],
  },
  uri: {
    good: ['https://example.org/a?b=c#d', 'urn:isbn:0451450523', 'http://[::1]/', 'a:%20'],
    bad: ['example.org', '/a', 'http://a b', 'a:%2', '1a:b', 'a:'],
  },
  hostname: {
    good: ['localhost', 'a.b-c.example', `${'a'.repeat(63)}.de`],
    bad: ['-a', 'a-', 'a..b', 'a_b', `${'a'.repeat(64)}.de`, ''],
  },
  ipv4: {
    good: ['0.0.0.0', '255.249.199.1'],
    bad: ['256.1.1.1', '1.1.1', '01.1.1.1', '1.1.1.1.1'],
  },
  ipv6: {
    good: [
      '::',
      '::1',
      '1::',
      '2001:db8::8:800:200c:417a',
      '1:2:3:4:5:6:7:8',
      '::ffff:1.2.3.4',
      '64:ff9b::1.2.3.4',
    ],
    bad: [':', '1::2::3', '1:2:3:4:5:6:7', '12345::', '1:2:3:4:5:6:7:8:9', 'g::'],
  },
  byte: { good: ['', 'YQ==', 'YWI=', 'YWJj'], bad: ['YQ', 'YQ=', 'Y===', 'Y Q='] },
};

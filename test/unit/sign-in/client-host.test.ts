import { clientHost } from '../../../lib/client-host.ts';

it.each([
  ['the connection', '192.0.2.1', undefined, 0, '192.0.2.1'],
  ['the connection of IPv4 over IPv6', '::ffff:192.0.2.1', undefined, 0, '192.0.2.1'],
  ['no header without a trusted proxy', '192.0.2.1', '203.0.113.9', 0, '192.0.2.1'],
  ['what one proxy has added', '192.0.2.1', '203.0.113.9', 1, '203.0.113.9'],
  ['no claim of the client', '192.0.2.1', '198.51.100.1, 203.0.113.9', 1, '203.0.113.9'],
  [
    'what the outer of two has added',
    '192.0.2.1',
    '1.1.1.1, 203.0.113.9, 10.0.0.1',
    2,
    '203.0.113.9',
  ],
  ['the connection when the proxy adds nothing', '192.0.2.1', undefined, 1, '192.0.2.1'],
  ['the connection when there are fewer entries', '192.0.2.1', '203.0.113.9', 2, '192.0.2.1'],
  ['a network of IPv6', '2001:db8:1:2:3:4:5:6', undefined, 0, '2001:db8:1:2::/64'],
  ['a short address of IPv6', '2001:db8::1', undefined, 0, '2001:db8:0:0::/64'],
  ['this machine', '::1', undefined, 0, '0:0:0:0::/64'],
  ['a zone', 'fe80::1%eth0', undefined, 0, 'fe80:0:0:0::/64'],
  ['something else', undefined, undefined, 0, 'unknown'],
])('takes %s', (_, connection, forwardedFor, proxies, host) => {
  expect(clientHost(connection, forwardedFor, proxies)).toBe(host);
});

it('keeps no long text', () => {
  expect(clientHost('192.0.2.1', 'x'.repeat(5_000), 1)).toHaveLength(100);
});

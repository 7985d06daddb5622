import {
  isAllowedHost,
  isForbiddenAddress,
  resolveAllowedHost,
} from '../../../connectors/guard/hosts.ts';

describe('the guard of hosts', () => {
  it.each([
    '169.254.169.254',
    '169.254.0.1',
    'fe80::1',
    'fe80::1%eth0',
    'fd00:ec2::254',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '::a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    '100.100.100.200',
    '168.63.129.16',
    '0.0.0.0',
    '::',
    '224.0.0.1',
    '255.255.255.255',
    'no address',
    '',
  ])('never contacts %s', (address) => {
    expect(isForbiddenAddress(address)).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '::1',
    '10.0.0.5',
    '192.168.1.1',
    '8.8.8.8',
    'fd00::1',
    '2a00:1450::5',
    '::ffff:10.0.0.5',
  ])('may contact %s when the list allows its name', (address) => {
    expect(isForbiddenAddress(address)).toBe(false);
  });

  it('knows hosts with and without a port, in any case', () => {
    const allowed = ['db.example.com', 'Other.example.com:5433', '[::1]:5432'];
    expect(isAllowedHost('DB.example.com', 1, allowed)).toBe(true);
    expect(isAllowedHost('db.example.com.', 1, allowed)).toBe(true);
    expect(isAllowedHost('other.example.com', 5433, allowed)).toBe(true);
    expect(isAllowedHost('other.example.com', 5432, allowed)).toBe(false);
    expect(isAllowedHost('::1', 5432, allowed)).toBe(true);
    expect(isAllowedHost('evil.db.example.com', 1, allowed)).toBe(false);
    expect(isAllowedHost('db.example.com', 1, [])).toBe(false);
    expect(isAllowedHost('', 1, [''])).toBe(false);
  });

  it.each([
    ['acme.warehouse.example', 443, true],
    ['a.b.Warehouse.example.', 443, true],
    ['warehouse.example', 443, false],
    ['evilwarehouse.example', 443, false],
    ['warehouse.example.evil.test', 443, false],
    ['acme.warehouse.example/.evil', 443, false],
    ['.warehouse.example', 443, false],
    ['*.warehouse.example', 443, false],
    ['one.ports.example', 9092, true],
    ['one.ports.example', 9093, false],
    ['10.0.0.1', 443, false],
    ['fd00::1', 443, false],
    ['anything.test', 443, false],
  ])('knows names below a domain: %s:%i %s', (host, port, isAllowed) => {
    const allowed = ['*.Warehouse.example', '*.ports.example:9092', '*', '*.', '*.0.0.1', '*:443'];
    expect(isAllowedHost(host, port, allowed)).toBe(isAllowed);
  });

  it('resolves only what is allowed', async () => {
    const options = { allowedHosts: ['localhost', '169.254.169.254'], timeoutMs: 5000 };
    await expect(resolveAllowedHost('localhost', 1, options)).resolves.toMatch(/^(127\.|::1)/);
    await expect(resolveAllowedHost('169.254.169.254', 80, options)).rejects.toThrow(
      'never contacted',
    );
    await expect(resolveAllowedHost('example.com', 80, options)).rejects.toThrow('is not allowed');
  });
});

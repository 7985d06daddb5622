import { openSecret, sealSecret } from '../../../lib/secrets/secrets.ts';

const key = 'a key of this installation, long enough';
const place = ['webhooks', 'organization', 'orders', 'secret'];

describe('sealed secrets', () => {
  it('open with the key and for the place that they were sealed with', () => {
    const sealed = sealSecret('whsec_ä', key, place);
    expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+$/);
    expect(sealed).not.toContain('whsec');
    expect(openSecret(sealed, key, place)).toBe('whsec_ä');
  });

  it('differ each time', () => {
    expect(sealSecret('same', key, place)).not.toBe(sealSecret('same', key, place));
  });

  it('say that another key sealed them, and name both', () => {
    const other = 'another key of this installation, longer';
    const [, sealedWith] = sealSecret('secret', key, place).split('.');
    const [, opensWith] = sealSecret('secret', other, place).split('.');
    expect(() => openSecret(sealSecret('secret', key, place), other, place)).toThrow(
      `sealed with another SECRET_KEY (key ${sealedWith}, now it is ${opensWith})`,
    );
  });

  it.each([
    [['webhooks', 'organization', 'other', 'secret']],
    [['webhooks', 'organization', 'orders,secret']],
  ])('do not open at %j', (elsewhere) => {
    const sealed = sealSecret('secret', key, place);
    expect(() => openSecret(sealed, key, elsewhere)).toThrow('belongs to another row');
  });

  it('do not open once they were changed', () => {
    const sealed = sealSecret('secret', key, place);
    const changed = sealed.slice(0, -3) + (sealed.endsWith('AAA') ? 'BBB' : 'AAA');
    expect(() => openSecret(changed, key, place)).toThrow('was altered');
  });

  it.each(['', 'secret', 'v2.a.b.c', 'v1.a.b', 'v1.a.b.c.d'])('are not what %j is', (text) => {
    expect(() => openSecret(text, key, place)).toThrow('is not a sealed secret');
  });
});

import { hideSecrets } from '../../../jobs/ingestion/hide-secrets.ts';

it('hides credentials in every form that platforms repeat them in', () => {
  const key = { type: 'service_account', project_id: 'shop', private_key: 'BEGIN\nabc\nEND' };
  const hide = hideSecrets({
    username: 'reader',
    password: 'p@ss "word"',
    serviceAccountKey: JSON.stringify(key),
    empty: '',
    port: 5432,
  });
  const basic = Buffer.from('reader:p@ss "word"').toString('base64');
  const lines = [
    'reader failed with p@ss "word"',
    `postgres://reader:${encodeURIComponent('p@ss "word"')}@db/shop`,
    JSON.stringify({ password: 'p@ss "word"' }),
    `authorization: Basic ${basic}`,
    `the key ${key.private_key} of ${key.project_id}`,
    JSON.stringify(key),
  ];
  expect(lines.map(hide)).toEqual([
    'reader failed with ***',
    'postgres://reader:***@db/shop',
    '{"password":"***"}',
    'authorization: Basic ***',
    'the key *** of shop',
    '***',
  ]);
});

it('hides each line of a key', () => {
  const lines = ['MIIEvQIBADANBgkqhkiG9w0BAQEFAASC', 'BKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj'];
  const pem = ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----'].join('\n');
  const file = JSON.stringify({ type: 'service_account', private_key: pem });
  for (const credentials of [{ privateKey: pem }, { serviceAccountKey: file }]) {
    const hide = hideSecrets(credentials);
    expect(hide(`bad base64 in line 2: ${lines[0]}`)).toBe('bad base64 in line 2: ***');
    expect(hide('The PRIVATE KEY of the user is refused.')).toBe(
      'The PRIVATE KEY of the user is refused.',
    );
  }
});

it('leaves texts alone without credentials', () => {
  expect(hideSecrets({})('The port is 5432.')).toBe('The port is 5432.');
  expect(hideSecrets({ username: 'reader' })('reader')).toBe('reader');
});

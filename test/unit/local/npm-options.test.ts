import { optionTakenByNpm } from '../../../local/cli/npm-options.ts';

test.each([
  ['migrate', { npm_config_plan: 'true' }, /npm took --plan .*: npm run migrate -- … --plan$/],
  ['work', { npm_config_state: 'FAILED' }, /npm took --state/],
  ['organizations', { npm_config_no_key: 'true' }, /npm took --no-key/],
])('npm run %s with an option before -- is noticed', async (name, env, message) => {
  const taken = await optionTakenByNpm([name, 'list'], { npm_lifecycle_event: name, ...env });
  expect(taken).toMatch(message);
});

test.each([
  ['migrate', { npm_lifecycle_event: 'migrate', npm_config_json: 'true' }],
  ['migrate', { npm_lifecycle_event: 'something', npm_config_plan: 'true' }],
  ['nothing', { npm_lifecycle_event: 'nothing', npm_config_plan: 'true' }],
  ['migrate', { npm_lifecycle_event: 'migrate' }],
])('%s with %j is left alone', async (name, env) => {
  expect(await optionTakenByNpm([name], env)).toBeUndefined();
});

import { readWebFiles } from '../../api/web/web-files.ts';
import { contract, team } from '../support/builders/contracts.ts';
import { startApi } from '../support/http/api.ts';
import { expectAsPrinted, readSteps } from '../support/readme-steps.ts';

it('the page about the web UI prints what it shows', async () => {
  const web = readWebFiles();
  if (web === undefined) throw new Error('dist/web is missing: run npm run build first');
  const api = await startApi({ web });
  try {
    await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
    await api.send('PUT', '/api/datacontracts/orders', { body: contract('orders') });
    const steps = readSteps('docs/web.md', 'For operators');
    expect(steps).toHaveLength(3);
    await expectAsPrinted(steps, { CONCORDAT: api.address, KEY: api.key });
  } finally {
    await api.stop();
  }
});

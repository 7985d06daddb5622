import { defineCheck } from './define-check.ts';
import { openIntegration } from './open-integration.ts';

/** Connects to the platform of an integration and describes it. */
export const testConnection = defineCheck('test-connection', async (context, key) => {
  const open = await openIntegration(context, key, () => undefined);
  try {
    return { message: `Reached ${await open.describe()}.` };
  } finally {
    await open.close();
  }
});

import path from 'node:path';

import { demoFolderOf, hasDemo, readText } from './demo-folder.ts';

/** The variables of examples/demo-integration.yaml and demo-files-integration.yaml; none without a demo. */
export function demoVariables(dataDir: string): Record<string, string> {
  if (!hasDemo(dataDir)) return {};
  const { files, passwordFile } = demoFolderOf(dataDir);
  const port = readText(path.join(dataDir, 'postgres-port'));
  const password = readText(passwordFile);
  return {
    DEMO_FILES: files,
    ...(port !== undefined && { DEMO_PORT: port }),
    ...(password !== undefined && { DEMO_PASSWORD: password }),
  };
}

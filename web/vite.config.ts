import react from '@vitejs/plugin-react';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

const themeScript = path.join(import.meta.dirname, 'src/app/theme-script.js');

/** Puts the theme script into the head as a file of its own: a classic script, which runs before the first paint. */
function themeBeforePaint(): Plugin {
  const source = readFileSync(themeScript, 'utf8');
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
  const fileName = `web/theme-${hash}.js`;
  return {
    name: 'theme-before-paint',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { server }) => [
        {
          tag: 'script',
          attrs: { src: server ? '/src/app/theme-script.js' : `/${fileName}` },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}

/** Names each icon's own file, because the index of all icons has 5,000 modules, which take seconds to read. */
function iconFiles(): Plugin {
  const line = /import \{([^}]+)\} from '@tabler\/icons-react';/gu;
  const importOf = (name: string) =>
    `import ${name} from '@tabler/icons-react/dist/esm/icons/${name}.mjs';`;
  return {
    name: 'icon-files',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('.tsx') || id.endsWith('.ts')
        ? code.replace(line, (_, names: string) =>
            names
              .split(',')
              .map((name) => name.trim())
              .filter(Boolean)
              .map(importOf)
              .join(' '),
          )
        : null,
  };
}

const api = process.env.CONCORDAT_ADDRESS ?? 'http://127.0.0.1:8080';

/** `/assets` is a page of the catalog, so that built files lie below `/web`. */
// oxlint-disable-next-line import/no-default-export -- Vite reads the default export
export default defineConfig({
  root: import.meta.dirname,
  plugins: [iconFiles(), react(), themeBeforePaint()],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: '../dist/web',
    assetsDir: 'web',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // Fonts stay files: a style sheet must not carry 90 kB before the first paint.
    assetsInlineLimit: (file) => (file.endsWith('.svg') ? undefined : false),
    chunkSizeWarningLimit: 1_000,
    // What six pages share is one file: without this each page asks for 50 files of a kilobyte.
    rolldownOptions: {
      // Newcomers see the output of the build; where its time goes matters to nobody else.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          groups: [
            // Else the next groups would take it along as what their code needs.
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//u, priority: 2 },
            // Several pages parse YAML, but the first page does not.
            { name: 'yaml', test: /node_modules\/yaml\//u, priority: 1 },
            // Long lists need it, the first page does not.
            { name: 'virtual', test: /@tanstack\/(?:react-virtual|virtual-core)\//u, priority: 1 },
            { name: 'shared', minShareCount: 6 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/ui', '/v1', '/docs', '/openapi.json', '/health'].map((place) => [place, api]),
    ),
  },
});

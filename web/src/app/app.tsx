import { createTheme, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { shellTexts } from '../texts/shell.ts';
import { queryClient } from './query-client.ts';
import { styleNonce } from '../lib/style-nonce.ts';
import { router } from './router.tsx';

/** The theme script reads the same key before the first paint. */
const colorSchemeManager = localStorageColorSchemeManager({ key: 'concordat-theme' });

const theme = createTheme({
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  defaultRadius: 6,
  respectReducedMotion: true,
  components: {
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': shellTexts.close } } },
  },
});

// Dialogs stop the page behind them from scrolling by a style element of `get-nonce`, which reads this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });

/** The whole application. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}

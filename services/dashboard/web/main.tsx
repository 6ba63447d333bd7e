import '@mantine/core/styles.css';
import 'uplot/dist/uPlot.min.css';
import './style.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { mayRetry, retryDelayMs } from './retries.ts';
import { colorsFromTokens, theme } from './theme.ts';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: mayRetry,
      retryDelay: retryDelayMs,
    },
  },
});

const root = document.querySelector('#root');
if (root === null) {
  throw new Error('the page has no element with the id root');
}
createRoot(root).render(
  <MantineProvider theme={theme} cssVariablesResolver={colorsFromTokens} defaultColorScheme="auto">
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </MantineProvider>,
);

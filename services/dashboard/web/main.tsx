import '@mantine/core/styles.css';
import 'uplot/dist/uPlot.min.css';
import './style.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api.ts';
import { App } from './app.tsx';
import { theme } from './theme.ts';

const maxRetries = 2;
const unavailable = 503;

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Only a service that is unavailable answers differently soon.
      retry: (count, error) => count < maxRetries && error instanceof ApiError && error.status === unavailable,
    },
  },
});

const root = document.querySelector('#root');
if (root === null) {
  throw new Error('the page has no element with the id root');
}
createRoot(root).render(
  <MantineProvider theme={theme} defaultColorScheme="auto">
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </MantineProvider>,
);

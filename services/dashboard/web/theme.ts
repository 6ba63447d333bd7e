import { createTheme } from '@mantine/core';

/** Colours and fonts of the application. Text has a contrast of at least 4.5 on every colour (WCAG 2.2, AA). */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  defaultRadius: 'sm',
  autoContrast: true,
});

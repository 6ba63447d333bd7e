import { createTheme, type CSSVariablesResolver } from '@mantine/core';

/**
 * Colours and fonts of the component library. They come from the tokens of packages/design, whose test checks the
 * contrast. The library computes hover colours from a list of shades, so this list contains the accent too.
 */
export const theme = createTheme({
  primaryColor: 'assay',
  colors: {
    assay: [
      '#e2efee',
      '#c9e3e3',
      '#9fd0d3',
      '#6cc7cf',
      '#3fa5ae',
      '#1f8791',
      '#12707a',
      '#0b5d66',
      '#084a52',
      '#06383e',
    ],
    // The greys of dark mode: text, borders, and then backgrounds from light to dark.
    dark: [
      '#d5dedb',
      '#a5b1ae',
      '#8b9895',
      '#5f6b68',
      '#33403d',
      '#2a3532',
      '#1a2220',
      '#121817',
      '#0d1211',
      '#090d0c',
    ],
  },
  primaryShade: { light: 7, dark: 6 },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font)', fontWeight: '600' },
  defaultRadius: 'sm',
  autoContrast: true,
});

const fromTokens = {
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-default': 'var(--ground)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-hover': 'var(--surface)',
  '--mantine-color-assay-light': 'var(--accent-soft)',
  '--mantine-color-assay-light-hover': 'var(--accent-soft)',
  '--mantine-color-assay-light-color': 'var(--accent-strong)',
};

/** Gives the component library the colours of the tokens, in both schemes. */
export const colorsFromTokens: CSSVariablesResolver = () => ({ variables: {}, light: fromTokens, dark: fromTokens });

import { Alert, createTheme, type CSSVariablesResolver } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'iris',
  primaryShade: { light: 6, dark: 5 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontWeights: { regular: '400', medium: '500', bold: '650' },
  headings: { fontWeight: '650' },
  components: {
    Alert: Alert.extend({
      vars: (_theme, { color }) => ({
        root:
          color === 'red'
            ? { '--alert-bg': 'var(--tone-error-back)', '--alert-color': 'var(--tone-error-text)' }
            : {},
      }),
    }),
  },
  colors: {
    iris: [
      '#eef0ff',
      '#dde1ff',
      '#bcc3ff',
      '#98a1fb',
      '#7a82f3',
      '#5d63e6',
      '#4b4fd9',
      '#3e40bd',
      '#333599',
      '#292b78',
    ],
    dark: [
      '#d3d6df',
      '#b9bdc9',
      '#9a9fae',
      '#6c7180',
      '#3d414e',
      '#30343f',
      '#262932',
      '#1b1d24',
      '#15171c',
      '#0f1115',
    ],
  },
});

/**
 * Extends Mantine's variables with grays that have a contrast of 4.5:1, and with the surfaces of
 * the console.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5b626b',
    '--mantine-color-placeholder': '#6a717a',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--surface-side': '#f7f7fa',
    '--surface-hover': '#eeeef4',
    '--surface-selected': '#e6e8fc',
    '--surface-bubble': '#ededf3',
    '--surface-raised': '#ffffff',
    '--line': '#e3e4ea',
    '--tone-info-back': '#e3e5fb',
    '--tone-info-text': '#393ba8',
    '--tone-warning-back': '#fbeed3',
    '--tone-warning-text': '#7a4a00',
    '--tone-error-back': '#fbe3e3',
    '--tone-error-text': '#a01f26',
    '--tone-success-back': '#dcf2e1',
    '--tone-success-text': '#1a662c',
    '--tone-success': '#2b8a3e',
    '--tone-warning': '#c77700',
  },
  dark: {
    '--mantine-color-dimmed': '#9a9fae',
    '--mantine-color-placeholder': '#8b909f',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--surface-side': '#15171c',
    '--surface-hover': '#22252d',
    '--surface-selected': '#2b2e4a',
    '--surface-bubble': '#2c2f39',
    '--surface-raised': '#1f2229',
    '--line': '#2e313b',
    '--tone-info-back': '#2d3058',
    '--tone-info-text': '#bcc3ff',
    '--tone-warning-back': '#43351a',
    '--tone-warning-text': '#f3cd85',
    '--tone-error-back': '#4a2529',
    '--tone-error-text': '#ffb3b3',
    '--tone-success-back': '#1c3826',
    '--tone-success-text': '#8fe0a3',
    '--tone-success': '#51cf66',
    '--tone-warning': '#fab005',
  },
});

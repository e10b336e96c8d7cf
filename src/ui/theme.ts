// The Mantine theme: our tokens as its colours, sizes and CSS variables.
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import { type SkinName, skins, type TokenName } from './tokens.ts'

export type Tone = 'accent' | 'critical' | 'warning' | 'attention' | 'info' | 'ok' | 'off' | 'new'

const tones: readonly Tone[] = ['accent', 'critical', 'warning', 'attention', 'info', 'ok', 'off', 'new']
const isTone = (name: string): name is Tone => tones.some(tone => tone === name)
const token = (name: TokenName): string => `var(--gh-${name})`

// Mantine wants ten shades of a colour; ours have one a skin, so the rest repeats it.
const shades = (tone: Tone): MantineColorsTuple => {
  const dark = skins.blue[tone]
  const light = skins.campus[tone]
  const [darkSoft, lightSoft] = [skins.blue[`${tone}-soft`], skins.campus[`${tone}-soft`]]
  return [lightSoft, lightSoft, dark, dark, dark, light, light, light, darkSoft, darkSoft]
}

const b = skins.blue
const c = skins.campus

const filled: Partial<Record<Tone, { background: string; hover: string; color: string; border: string }>> = {
  accent: {
    background: token('accent'),
    hover: token('accent-hover'),
    color: token('on-accent'),
    border: '1px solid transparent',
  },
  critical: {
    background: token('critical-fill'),
    hover: token('critical-fill-hover'),
    color: token('on-critical'),
    border: '1px solid transparent',
  },
  ok: {
    background: token('ok-fill'),
    hover: token('ok-fill-hover'),
    color: token('on-ok'),
    border: '1px solid transparent',
  },
}

const variantColorResolver: VariantColorsResolver = input => {
  const tone = input.color ?? 'accent'
  if (!isTone(tone) || input.variant === 'default') return defaultVariantColorsResolver(input)
  const solid = filled[tone]
  if (input.variant === 'filled' && solid) return solid
  const quiet = input.variant === 'subtle' || input.variant === 'outline' || input.variant === 'transparent'
  return {
    background: quiet ? 'transparent' : token(`${tone}-soft`),
    hover: input.variant === 'transparent' ? 'transparent' : token(`${tone}-soft`),
    color: token(tone),
    border: input.variant === 'outline' ? `1px solid ${token(tone)}` : '1px solid transparent',
  }
}

/** The theme for `UiProvider`: system fonts, 14/20 body, steps of 4, radius 8 for controls. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 3 },
  colors: {
    accent: shades('accent'),
    critical: shades('critical'),
    warning: shades('warning'),
    attention: shades('attention'),
    info: shades('info'),
    ok: shades('ok'),
    off: shades('off'),
    new: shades('new'),
    dark: [
      b.ink,
      b['ink-2'],
      b['ink-2'],
      b['ink-3'],
      b['line-strong'],
      b.hover,
      b.raised,
      b.surface,
      b.sunken,
      b.canvas,
    ],
    gray: [
      c.hover,
      c.sunken,
      c.line,
      c['line-strong'],
      c['line-strong'],
      c['ink-3'],
      c['ink-2'],
      c['ink-2'],
      c.ink,
      c.ink,
    ],
  },
  white: c.surface,
  black: c.ink,
  variantColorResolver,
  fontFamily: 'var(--gh-font)',
  fontFamilyMonospace: 'ui-monospace, "SFMono-Regular", "Noto Sans Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '0.9375rem', xl: '1.25rem' },
  lineHeights: { xs: '1.34', sm: '1.43', md: '1.43', lg: '1.34', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '1.5rem' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '14px' },
  defaultRadius: 'md',
  headings: {
    fontFamily: 'var(--gh-font)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.4' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.34' },
      h3: { fontSize: '0.875rem', lineHeight: '1.43' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'off', size: 'lg' } },
    Modal: {
      defaultProps: { radius: 'xl', centered: true, transitionProps: { duration: 150 } },
      // A question is often a sentence of three lines.
      styles: { title: { lineHeight: 1.4 } },
    },
    Drawer: { defaultProps: { transitionProps: { duration: 150 } } },
    Popover: { defaultProps: { radius: 'lg', transitionProps: { duration: 120 } } },
    Menu: { defaultProps: { radius: 'lg', transitionProps: { duration: 120 } } },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 120 } } },
  },
})

const skinVariables = (skin: SkinName): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(skins[skin]).map(([name, value]) => [`--gh-${name}`, value])),
  ...Object.fromEntries(
    tones.flatMap(tone => [
      [`--mantine-color-${tone}-filled`, filled[tone]?.background ?? token(tone)],
      [`--mantine-color-${tone}-filled-hover`, filled[tone]?.hover ?? token(tone)],
      [`--mantine-color-${tone}-light`, token(`${tone}-soft`)],
      [`--mantine-color-${tone}-light-hover`, token(`${tone}-soft`)],
      [`--mantine-color-${tone}-light-color`, token(tone)],
      [`--mantine-color-${tone}-outline`, token(tone)],
      [`--mantine-color-${tone}-text`, token(tone)],
    ]),
  ),
  '--mantine-color-body': token('surface'),
  '--mantine-color-text': token('ink'),
  '--mantine-color-bright': token('ink'),
  '--mantine-color-dimmed': token('ink-2'),
  '--mantine-color-placeholder': token('ink-3'),
  '--mantine-color-anchor': token('accent'),
  '--mantine-color-error': token('critical'),
  '--mantine-color-default': skin === 'blue' ? token('raised') : token('surface'),
  '--mantine-color-default-hover': token('hover'),
  '--mantine-color-default-color': token('ink'),
  '--mantine-color-default-border': token('line-strong'),
  '--mantine-color-disabled': token('sunken'),
  '--mantine-color-disabled-color': token('ink-3'),
  '--mantine-color-disabled-border': token('line'),
  '--mantine-primary-color-contrast': token('on-accent'),
  '--mantine-primary-color-filled': token('accent'),
  '--mantine-primary-color-filled-hover': token('accent-hover'),
  '--mantine-primary-color-light': token('accent-soft'),
  '--mantine-primary-color-light-color': token('accent'),
})

/** Puts the tokens out as `--gh-*`, and Mantine's own variables on top of them. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  dark: skinVariables('blue'),
  light: skinVariables('campus'),
})

/** Mantine's colour scheme of a skin. */
export const schemeOf = (skin: SkinName): 'dark' | 'light' => (skin === 'blue' ? 'dark' : 'light')

type ToneColors = Record<Tone | 'dark' | 'gray', MantineColorsTuple>

declare module '@mantine/core' {
  export interface MantineThemeColorsOverride {
    colors: ToneColors
  }
}

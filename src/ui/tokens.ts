// The two skins as data: every colour the console may use, by name.

export type SkinName = 'blue' | 'campus'

/** Names of the colours. A component writes `var(--gh-<name>)`, never a raw colour. */
export type TokenName = keyof typeof blue

const blue = {
  canvas: '#081221',
  surface: '#0d1b30',
  raised: '#13253f',
  sunken: '#0a1729',
  line: '#1e3454',
  'line-strong': '#2c4a74',
  ink: '#e8f0fc',
  'ink-2': '#9db3d3',
  'ink-3': '#7890b4',
  accent: '#4ea8ff',
  'accent-hover': '#74bbff',
  'on-accent': '#04121f',
  'accent-soft': '#12355c',
  selected: '#0f2946',
  hover: '#11223b',
  critical: '#ff6b6f',
  'critical-soft': '#3d1620',
  'critical-fill': '#d92d35',
  'critical-fill-hover': '#c3252d',
  'on-critical': '#ffffff',
  warning: '#ffab5e',
  'warning-soft': '#3a2712',
  attention: '#f2cf5b',
  'attention-soft': '#332b10',
  info: '#6cb6ff',
  'info-soft': '#10304f',
  ok: '#46d99b',
  'ok-soft': '#0d3328',
  'ok-fill': '#46d99b',
  'ok-fill-hover': '#6be3b1',
  'on-ok': '#04121f',
  off: '#8a9bb5',
  'off-soft': '#1a2a42',
  new: '#b79bff',
  'new-soft': '#282050',
  scrim: '#030913b8',
  shadow: '#00000080',
  // Drawings are dark on light, in either skin.
  paper: '#ffffff',
} as const

const campus: Record<TokenName, string> = {
  canvas: '#f4f6f9',
  surface: '#ffffff',
  raised: '#ffffff',
  sunken: '#eef1f6',
  line: '#e2e7ee',
  'line-strong': '#c9d2de',
  ink: '#16202e',
  'ink-2': '#4d5b70',
  'ink-3': '#5e6b80',
  accent: '#1463d8',
  'accent-hover': '#0f55bd',
  'on-accent': '#ffffff',
  'accent-soft': '#e5effd',
  selected: '#f0f5fe',
  hover: '#f6f8fb',
  critical: '#c4232b',
  'critical-soft': '#fdeaea',
  'critical-fill': '#d12a32',
  'critical-fill-hover': '#b8222a',
  'on-critical': '#ffffff',
  warning: '#a84b00',
  'warning-soft': '#fff1e3',
  attention: '#7d5a00',
  'attention-soft': '#fdf5d8',
  info: '#1463d8',
  'info-soft': '#e5effd',
  ok: '#0a7044',
  'ok-soft': '#e4f6ec',
  'ok-fill': '#0a7044',
  'ok-fill-hover': '#085c38',
  'on-ok': '#ffffff',
  off: '#5d6b80',
  'off-soft': '#eceff4',
  new: '#5b3fc4',
  'new-soft': '#efeafd',
  scrim: '#10182873',
  shadow: '#10182829',
  paper: '#ffffff',
}

/** Both skins under the same names: blue technology (dark) and white campus (light). */
export const skins: Record<SkinName, Record<TokenName, string>> = { blue, campus }

const grounds = ['canvas', 'surface', 'raised', 'sunken', 'selected', 'hover'] as const
const tones = ['accent', 'critical', 'warning', 'attention', 'info', 'ok', 'off', 'new'] as const

/** Text-on-ground pairs that the console uses; each must hold 4.5:1 in both skins. */
export const readablePairs: readonly (readonly [text: TokenName, ground: TokenName])[] = [
  ...(['ink', 'ink-2', 'ink-3'] as const).flatMap(text => grounds.map(ground => [text, ground] as const)),
  ...tones.flatMap(text => grounds.map(ground => [text, ground] as const)),
  ...tones.map(text => [text, `${text}-soft`] as const),
  ...tones.map(tone => ['ink', `${tone}-soft`] as const),
  ['ink-2', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-critical', 'critical-fill'],
  ['on-critical', 'critical-fill-hover'],
  ['on-ok', 'ok-fill'],
  ['on-ok', 'ok-fill-hover'],
  ['ink-2', 'critical-soft'],
]

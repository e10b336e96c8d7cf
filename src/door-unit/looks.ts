// How the pieces look that several screens of the door unit have.
import type { Look, Measures } from '../ui/kit/look.ts'

type Looks = Look & Measures

/** All of the tablet, what it says in the middle. */
export const sheet = {
  align: 'center',
  justify: 'center',
  gap: 5,
  mih: '100%',
  pad: 6,
} as const satisfies Looks

const panel = { gap: 3, pad: 6, ground: 'surface', edge: 'line', round: 'dialog' } as const satisfies Looks

export const card = { ...panel, w: 'min(520px, 100%)' } as const satisfies Looks

/** All of the tablet for a picture, and what lies over it. */
export const stage = { relative: true, mih: '100%', ground: 'sunken', hidden: true } as const satisfies Looks
export const whole = { over: true, wide: true, tall: true, cover: true } as const satisfies Look
export const over = {
  ...panel,
  relative: true,
  align: 'center',
  at: 'center',
  atBlock: 'end',
  w: 'min(560px, calc(100% - 32px))',
  text: 'center',
} as const satisfies Looks

/** A field that is read at arm's length. */
export const field = {
  wide: true,
  padX: 4,
  padY: 2,
  ground: 'sunken',
  edge: 'strong',
  round: 'control',
  size: 'huge',
  text: 'center',
} as const satisfies Look

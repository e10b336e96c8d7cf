// Whether the form that has something said aloud is open: it is asked for from the live state and the message centre.
import { createOpened } from '../../platform/opened.ts'

export const speakOpened = createOpened<'speak'>()

export const openSpeak = (): void => speakOpened.open('speak')

// How a widget tells what is wrong with the way it is used: the console shows it as a toast.
import { createContext } from 'react'

/** Takes words in the reader's language. */
export const ProblemToast = createContext<(text: string) => void>(() => {})

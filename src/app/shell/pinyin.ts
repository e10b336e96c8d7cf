// Chinese names by their pinyin: «sblb» and «shebei» both find 设备列表.
import { match } from 'pinyin-pro'

const LATIN = /^[a-z\s']+$/
const CHINESE = /\p{Script=Han}/u

/** True where the typed letters are syllables of the name or their beginnings, one after the other. */
export function soundsLike(name: string, typed: string): boolean {
  const letters = typed.toLowerCase()
  if (!LATIN.test(letters) || !CHINESE.test(name)) return false
  return match(name, letters.replace(/[\s']/g, ''), { continuous: true }) !== null
}

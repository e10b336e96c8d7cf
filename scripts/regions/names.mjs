// Latin names of regions: as they read in Chinese, without what kind of region it is and whose home.
import { readReadings } from './tables.mjs'

const { characters, names } = readReadings()

const PEOPLES =
  /(蒙古族?|回族|藏族|维吾尔|苗族|彝族|壮族|布依族|朝鲜族|满族|侗族|瑶族|白族|土家族|哈尼族|哈萨克族?|傣族|黎族|傈僳族|佤族|畲族|拉祜族|水族|东乡族|纳西族|景颇族|柯尔克孜族?|土族|达斡尔族?|仫佬族|羌族|布朗族|撒拉族|毛南族|仡佬族|锡伯族?|普米族|塔吉克族?|怒族|鄂温克族|保安族|裕固族|独龙族|各族)+$/
const KINDS =
  /(自治县|自治州|自治旗|自治区|特别行政区|特区|林区|地区|街道办事处|街道|市|县|区|盟|旗|州|镇|岛)$/

/** What kinds of zones are called where there is no older name. */
const ZONES = /** @type {const} */ ([
  [/(高新技术产业开发区|高新技术产业园区|高新技术开发区|高新区)$/, 'High-tech Zone'],
  [/(经济技术开发区|经济开发区|开发区)$/, 'Development Zone'],
  [/(工业园区|工业园|园区)$/, 'Industrial Park'],
  [/(示范区|实验区)$/, 'Pilot Zone'],
  [/新区$/, 'New Area'],
  [/矿区$/, 'Mining District'],
])

/** Whether it is a zone of the administration and no place on a map. @param {string} name */
export const isZone = name => ZONES.slice(0, 4).some(([kind]) => kind.test(name))

/** Without its kind: 天河区 → 天河; where only one character would be left it stays whole. @param {string} name */
export function bare(name) {
  const plain = name.replace(KINDS, '').replace(PEOPLES, '')
  return plain.length < 2 ? name : plain
}

/** @param {string} name */
function spelt(name) {
  const known = [...names.keys()].find(each => name.startsWith(each))
  const start = known ? (names.get(known) ?? '') : ''
  let text = start
  for (const sign of [...name].slice(known ? known.length : 0)) {
    const syllable = characters.get(sign) ?? ''
    text += text && /^[aoe]/.test(syllable) ? `’${syllable}` : syllable
  }
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The Latin name of a region of China. @param {string} name */
export function latin(name) {
  for (const [kind, word] of ZONES) {
    if (!kind.test(name)) continue
    const rest = name.replace(kind, '')
    return rest ? `${spelt(bare(rest))} ${word}` : word
  }
  return spelt(bare(name))
}

/** Letters alone, so that spellings can be compared. @param {string} text */
export const letters = text =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

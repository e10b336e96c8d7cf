// Labels: the code on a device, a room or a thing, what its QR picture holds, and how a code is found in what was read.

/** Signs of a code: none that is taken for another when it is read aloud or typed. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 8
const CODE = new RegExp(`(?<![A-Z0-9])GH-?([${SIGNS}]{${LENGTH}})(?![A-Z0-9])`)

/** A new code; `random` answers whole numbers from 0 inclusive to its argument exclusive. */
export function newLabelCode(random: (below: number) => number): string {
  return `GH-${Array.from({ length: LENGTH }, () => SIGNS[random(SIGNS.length)]).join('')}`
}

/** What the QR picture of a label holds: the address that opens what it stands on. */
export const labelAddress = (origin: string, code: string): string => `${origin}/#/scan?code=${code}`

/** The code in what a scanner read or somebody typed, in capitals; undefined where there is none. */
export function labelCodeIn(text: string): string | undefined {
  const found = CODE.exec(text.trim().toUpperCase())
  return found?.[1] && `GH-${found[1]}`
}

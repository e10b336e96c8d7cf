// Numbers of Chinese identity cards: six digits of a place, eight of a birthday, three of an order, one that checks the others.

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECKS = '10X98765432'
const FORM = /^[1-9]\d{5}(\d{4})(\d{2})(\d{2})\d{3}[\dX]$/

/** True for a number whose birthday is one and whose last sign fits the others. */
export function isIdNumber(text: string): boolean {
  const [, year = '', month = '', day = ''] = FORM.exec(text) ?? []
  if (year === '') return false
  const born = new Date(`${year}-${month}-${day}T00:00:00Z`)
  if (Number.isNaN(born.getTime()) || born.getUTCDate() !== Number(day)) return false
  return text[17] === checkSignOf(text.slice(0, 17))
}

/** The last sign of a number, found from the seventeen digits before it. */
export function checkSignOf(digits: string): string {
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  return CHECKS[sum % 11] ?? ''
}

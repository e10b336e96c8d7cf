// Numbers of devices and cards in their real form, with check digits.

/** Check digit that makes a row of digits pass Luhn's test. */
export function checkDigit(digits: string): number {
  let sum = 0
  for (let place = digits.length - 1, double = true; place >= 0; place--, double = !double) {
    const digit = Number(digits[place]) * (double ? 2 : 1)
    sum += digit > 9 ? digit - 9 : digit
  }
  return (10 - (sum % 10)) % 10
}

/** 15 digits: type allocation code of 8, serial of 6, check digit. */
export function imeiOf(typeCode: string, serial: number): string {
  const digits = `${typeCode}${String(serial).padStart(6, '0')}`
  return `${digits}${checkDigit(digits)}`
}

/** 20 digits that begin with the country and the operator. */
export function iccidOf(serial: number): string {
  const digits = `898600${String(26_000_000_000_00 + serial * 37).padStart(13, '0')}`
  return `${digits}${checkDigit(digits)}`
}

export function imsiOf(serial: number): string {
  return `46000${String(1_000_000_000 + serial * 7919).slice(0, 10)}`
}

// The one table of codes that a login needs.
import { table } from './codec.ts'

export const genderCodes = table([[1, 'male']], 'female', 0)

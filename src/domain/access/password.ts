// What a password must be; apart from the people who have one, since the login loads it.
import * as z from 'zod/mini'
import { PASSWORD_LENGTH } from '../limits.ts'

export const password = z
  .string()
  .check(z.minLength(PASSWORD_LENGTH.least, { error: 'passwordShort' }), z.maxLength(PASSWORD_LENGTH.most))

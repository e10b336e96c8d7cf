// Codes of invitations: written in groups, read however somebody types them.
import { expect, test } from 'vitest'
import { invitationPath, typedCode, writtenCode } from '../../../src/domain/setup/invitation.ts'

const CODE = 'ABCDEFGHJK23'

test('a code is written in groups of four and read back', () => {
  expect(writtenCode(CODE)).toBe('ABCD-EFGH-JK23')
  expect(typedCode(writtenCode(CODE))).toBe(CODE)
  expect(invitationPath(CODE)).toBe('/#/join?code=ABCD-EFGH-JK23')
})

test.each(['abcd efgh jk23', ' ABCDEFGHJK23 ', 'ABCD–EFGH—JK23'])('%s is that code', typed => {
  expect(typedCode(typed)).toBe(CODE)
})

test.each(['', 'ABCD-EFGH', 'ABCD-EFGH-JK234', 'ABCD-EFGH-JK2O', 'ABCD-EFGH-JK21', 'ABCD_EFGH_JK23'])(
  '%s is none',
  typed => {
    expect(typedCode(typed)).toBeUndefined()
  },
)

// The demo's way: messages stay in a table that the login screen shows.
import { type Data, WHOLE } from '../../db/scoped.ts'
import { type TextProvider, textOf } from './provider.ts'

export const createOutbox = (data: Data): TextProvider => ({
  way: 'outbox',
  send: async ({ id, phone, message }) => {
    await data.scoped(WHOLE, sql =>
      sql.change('insert into sms_outbox (phone, text, at) values ($1, $2, $3)', [
        phone,
        textOf(message),
        Date.now(),
      ]),
    )
    return { number: String(id), delivered: true }
  },
})

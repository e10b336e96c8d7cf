// The push messages' part of the environment.
import { address, type Read } from '../../settings/setting.ts'

/** Rows of the table of settings. */
export const pushTable = {
  pushContact: {
    name: 'PUSH_CONTACT',
    fallback: 'PUBLIC_URL',
    meaning: 'Address that push services may complain to, `mailto:` or https',
    schema: address('mailto', 'https'),
  },
} as const

export interface PushConfig {
  pushContact: string | undefined
}

export const readPush = (read: Read): PushConfig => ({ pushContact: read(pushTable.pushContact) })

// What a person is told before a login deletes what somebody else has not sent yet.
import { msg, plural } from '@lingui/core/macro'

export const purgeWords = {
  title: msg`Delete another person's unsent changes?`,
  text: (count: number) =>
    msg`${plural(count, {
      one: '# change of the person before you has not reached the server. Logging in deletes it for good.',
      other:
        '# changes of the person before you have not reached the server. Logging in deletes them for good.',
    })}`,
  go: msg`Log in and delete`,
}

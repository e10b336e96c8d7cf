// What a person is told before a login removes what somebody else has not sent yet.
import { msg, plural } from '@lingui/core/macro'

export const purgeWords = {
  title: msg`Remove another person's unsent changes?`,
  text: (count: number) =>
    msg`${plural(count, {
      one: '# change of the person before you has not reached the server. Signing in removes it for good.',
      other:
        '# changes of the person before you have not reached the server. Signing in removes them for good.',
    })}`,
  go: msg`Sign in and remove`,
}

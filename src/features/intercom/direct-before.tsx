// Before a call between people: whom to call, or whether to; what this browser lacks for it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { problemWords } from '../../resource/media-problem-words.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { useMediaProblem } from '../../resource/use-media-problem.ts'
import { Face } from '../../ui/face.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { Empty } from '../../ui/states.tsx'
import { Actions } from './direct-actions.tsx'
import type { DirectDriver } from './direct-call.driver.ts'
import css from './direct-call-page.module.css'
import { DirectPeople, peopleOptions } from './direct-people.tsx'
import type { DirectPurpose } from './direct-search.ts'

export interface BeforeProps {
  asked: DirectPurpose
  driver: DirectDriver
  onAnother: () => void
}

export function Before({ asked, driver, onAnother }: BeforeProps) {
  const { t } = useLingui()
  const online = useOnline()
  if (asked.to === 'refuse') {
    return (
      <Empty
        icon="users"
        title={asked.why === 'self' ? t`You cannot call yourself` : t`This link is for two other people`}
        why={
          asked.why === 'others' &&
          t`You can only call, or be called, under your own name. Whoever sent the link may have mixed up the numbers.`
        }
        action={
          <Button onClick={onAnother}>
            <Trans>Choose whom to call</Trans>
          </Button>
        }
      />
    )
  }
  return (
    <>
      <DeviceNotice />
      {asked.to === 'call' ? (
        <AskOnce userId={asked.userId} driver={driver} onAnother={onAnother} disabled={!online} />
      ) : (
        <DirectPeople onCall={who => driver.send({ on: 'call', who })} disabled={!online} />
      )}
    </>
  )
}

/** What this browser lacks, said before somebody is called. */
function DeviceNotice() {
  const { i18n } = useLingui()
  const problem = useMediaProblem()
  if (!problem) return null
  return (
    <Row
      as="p"
      gap={2}
      padX={5}
      padY={2}
      ground="warning-soft"
      tone="ink"
      className={css.notice}
      role="status"
    >
      <Icon name="alert" size={18} />
      {i18n._(problemWords[problem])}
    </Row>
  )
}

interface AskOnceProps extends Pick<BeforeProps, 'driver' | 'onAnother'> {
  userId: number
  disabled: boolean
}

function AskOnce({ userId, driver, onAnother, disabled }: AskOnceProps) {
  const people = useQuery(peopleOptions(''))
  const name = people.data?.find(({ id }) => id === userId)?.name ?? ''
  return (
    <Stack
      as="section"
      items="center"
      gap={4}
      text="center"
      w="min(100%, 560px)"
      middling
      className={css.card}
    >
      <Face name={name} size="large" />
      <Text as="h1" size="title" breaks noRing>
        {name ? <Trans>Call {name}?</Trans> : <Trans>Call this colleague?</Trans>}
      </Text>
      <Actions>
        <Button
          size="lg"
          color="ok"
          disabled={disabled}
          leftSection={<Icon name="phone" size={20} />}
          onClick={() => driver.send({ on: 'call', who: { id: userId, name } })}
        >
          <Trans>Call</Trans>
        </Button>
        <Button size="lg" variant="default" onClick={onAnother}>
          <Trans>Somebody else</Trans>
        </Button>
      </Actions>
    </Stack>
  )
}

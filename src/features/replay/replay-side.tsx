// Beside the map: what was known at the moment, what was unclear, and what had happened without anybody knowing.
import { Trans, useLingui } from '@lingui/react/macro'
import type { WireEvent } from '../../contract/endpoints/replay.ts'
import { knownFrom, momentOf } from '../../domain/replay/replay-index.ts'
import { knownPlaceAt } from '../../domain/replay/track-moment.ts'
import { calendarMoment } from '../../ui/calendar.ts'
import { Icon } from '../../ui/icons.tsx'
import { Box, Column, LineButton, List, Muted, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { relativeAge } from './age-words.ts'
import type { Shown } from './replay-query.ts'
import { kindText, laneWords, noteText, type OrderWords } from './replay-words.ts'

interface ReplaySideProps {
  shown: Shown
  at: number
  known: number
  orders: OrderWords
  onChoose: (at: number) => void
}

const MOST_KNOWN = 12
const timeOf = (at: number) => calendarMoment(at).slice(11)

export function ReplaySide({ shown, at, known, orders, onChoose }: ReplaySideProps) {
  const { i18n } = useLingui()
  const locale = useIntlLocale()
  const moment = momentOf(shown.index, at, known, MOST_KNOWN)
  const unclear = shown.shownTracks.flatMap(({ deviceId, name, track, late }) => {
    const thought = knownPlaceAt(track, late, at, known)
    return thought?.isOld ? [{ deviceId, name, ...thought }] : []
  })
  const line = (event: WireEvent, isKnown: boolean) => (
    <li key={event.id}>
      <LineButton padY={1} gap={2} align="start" onClick={() => onChoose(event.at)}>
        <Text strong rigid>
          {timeOf(event.at)}
        </Text>
        <Icon name={laneWords[event.lane].icon} />
        <Column shrink>
          <Text>
            {kindText(event, orders, i18n)} · <bdi>{event.subject}</bdi>
          </Text>
          <Muted>
            <bdi>{[event.by, noteText(event, i18n)].filter(Boolean).join(': ')}</bdi>{' '}
            {!isKnown && (
              <Trans>
                Arrived only at {timeOf(event.knownAt)}, {relativeAge(knownFrom(event) - event.at, locale)}{' '}
                late
              </Trans>
            )}
          </Muted>
        </Column>
      </LineButton>
    </li>
  )
  return (
    <Column as="section" gap={3} scroll="y" shrinkDown>
      <Stack gap={1}>
        <SectionTitle>
          <Trans>At {timeOf(at)}</Trans>
        </SectionTitle>
        <Muted>
          <Trans>Seen with what was known by {timeOf(known)}</Trans>
        </Muted>
      </Stack>
      <Box as="section" aria-labelledby="replay-known">
        <Muted as="h3" id="replay-known">
          <Trans>Known then</Trans>
        </Muted>
        {moment.known.length === 0 ? (
          <Muted as="p">
            <Trans>Nothing yet</Trans>
          </Muted>
        ) : (
          <List>{moment.known.map(event => line(event, true))}</List>
        )}
      </Box>
      {unclear.length > 0 && (
        <Box as="section" aria-labelledby="replay-unclear">
          <Muted as="h3" id="replay-unclear">
            <Trans>Unclear then</Trans>
          </Muted>
          <List>
            {unclear.map(({ deviceId, name, at: seen, ageMs }) => (
              <Row as="li" key={deviceId} gap={2} padY={1} align="start">
                <Icon name="search" />
                <Column>
                  <Text>
                    <Trans>
                      Where <bdi>{name}</bdi> was
                    </Trans>
                  </Text>
                  <Muted>
                    <Trans>
                      Last position at {timeOf(seen)}, {relativeAge(ageMs, locale)} old
                    </Trans>
                  </Muted>
                </Column>
              </Row>
            ))}
          </List>
        </Box>
      )}
      {moment.unknown.length > 0 && (
        <Box as="section" ground="attention-soft" round="card" pad={2} aria-labelledby="replay-unknown">
          <Row justify="between">
            <Text as="h3" id="replay-unknown" strong tone="attention">
              <Trans>Happened, not known yet</Trans>
            </Text>
            <Text tone="attention">{moment.unknown.length}</Text>
          </Row>
          <List>{moment.unknown.map(event => line(event, false))}</List>
        </Box>
      )}
    </Column>
  )
}

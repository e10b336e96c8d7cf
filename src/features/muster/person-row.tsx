// One person on the roll: who they are, what is known of them, and four equal buttons, none of them chosen beforehand.
import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { RollPerson } from '../../domain/muster/muster.ts'
import { type Means, type Outcome, outcome, type Standing } from '../../domain/muster/sighting.ts'
import { Icon } from '../../ui/icons.tsx'
import { Box, LineButton, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { clockAt } from './clock-text.ts'
import { hintWords, outcomeWords, sourceWords } from './muster-words.ts'

export interface ShownPerson {
  person: RollPerson
  standing: Standing
}

type Say = (says: Outcome, more: { comment?: string; means: Means }) => void

interface PersonRowProps {
  shown: ShownPerson
  /** The word that stands has not reached the server. */
  waits: boolean
  /** Absent for who may only look. */
  onSay: Say | undefined
}

export function PersonRow({ shown, waits, onSay }: PersonRowProps) {
  const { i18n, t } = useLingui()
  const { person, standing } = shown
  const { state, word, against, doubt } = standing
  const [changing, setChanging] = useState(false)
  const open = state === 'unaccounted' || against.length > 0 || doubt !== null
  const conflict = against.length > 0 || doubt !== null
  const head = (
    <>
      <Stack gap={0} grow shrink>
        <Text breaks>
          <Text as="bdi" strong>
            {person.name}
          </Text>
          {person.detail && (
            <>
              {' '}
              <Text as="bdi" size="small" tone="ink-3">
                {person.detail}
              </Text>
            </>
          )}
        </Text>
        <Known shown={shown} waits={waits} />
      </Stack>
      {conflict && (
        <SeverityBadge tone="critical" icon="alert">
          <Trans>Contradiction</Trans>
        </SeverityBadge>
      )}
      {state !== 'unaccounted' && (
        <SeverityBadge tone={outcomeWords[state].tone} icon={outcomeWords[state].icon}>
          {i18n._(outcomeWords[state].label)}
        </SeverityBadge>
      )}
    </>
  )
  return (
    <Stack
      as="li"
      gap={0}
      edgeBelow
      lastBare
      ground={conflict ? 'critical-soft' : 'none'}
      data-person={person.key}
      data-state={state}
      data-late={standing.late || undefined}
      data-waits={waits || undefined}
      data-signs={word === null ? person.signs.map(({ source }) => source).join(' ') : undefined}
    >
      {open || !onSay ? (
        <Row gap={2} wrap padX={4} padAbove={2} padBelow={onSay ? 1 : 2}>
          {head}
        </Row>
      ) : (
        <LineButton
          gap={2}
          padX={4}
          padY={2}
          atLeast="finger"
          aria-expanded={changing}
          aria-label={t`Change: ${person.name}`}
          onClick={() => setChanging(!changing)}
        >
          {head}
        </LineButton>
      )}
      {onSay && (open || changing) && (
        <FourButtons
          name={person.name}
          onSay={(says, more) => {
            setChanging(false)
            onSay(says, more)
          }}
        />
      )}
    </Stack>
  )
}

/** What is known of a person, in words: what people say, what sensors saw, else why they are on the roll. */
function Known({ shown, waits: kept }: Omit<PersonRowProps, 'onSay'>) {
  const { i18n } = useLingui()
  const { person: known, standing: stands } = shown
  const [sign] = known.signs
  return (
    <Stack gap={0} size="caption" tone="ink-2">
      {stands.word && (
        <Row wrap gap={0} columnGap={2}>
          {stands.word.comment && (
            <span>
              <bdi>{stands.word.comment}</bdi> ·
            </span>
          )}
          <span>
            {stands.word.means === 'phone' ? (
              <Trans>
                <bdi>{stands.word.by}</bdi> by phone {clockAt(stands.word.at)}
              </Trans>
            ) : (
              <Trans>
                <bdi>{stands.word.by}</bdi> saw them {clockAt(stands.word.at)}
              </Trans>
            )}
          </span>
          {kept && (
            <Row gap={1} tone="info">
              <Icon name="cloud-up" size={14} />
              <Trans>waiting to be sent</Trans>
            </Row>
          )}
          {stands.late && (
            <Text tone="attention" strong>
              <Trans context="roll call">late</Trans>
            </Text>
          )}
        </Row>
      )}
      {stands.against.map(each => (
        <Text key={each.id} tone="critical" strong>
          <Trans>
            <bdi>{each.by}</bdi> says {i18n._(outcomeWords[each.says].label)} {clockAt(each.at)}
          </Trans>
        </Text>
      ))}
      {stands.hint && (
        <Text {...(stands.doubt ? { tone: 'critical', strong: true } : {})}>
          {i18n._(hintWords[stands.hint.source])}
          {stands.hint.where && (
            <>
              {' '}
              <bdi>{stands.hint.where}</bdi>
            </>
          )}{' '}
          {clockAt(stands.hint.at)}
          {!stands.word && (
            <>
              {' · '}
              <Trans>somebody has to see them</Trans>
            </>
          )}
        </Text>
      )}
      {!stands.word && !stands.hint && sign && (
        <span>
          {i18n._(sourceWords[sign.source])}
          {sign.where && (
            <>
              {' '}
              <bdi>{sign.where}</bdi>
            </>
          )}{' '}
          {clockAt(sign.at)}
        </span>
      )}
      {known.addedByName !== null && (
        <span>
          <Trans>
            added by <bdi>{known.addedByName}</bdi>
          </Trans>
        </span>
      )}
    </Stack>
  )
}

const LONGEST_COMMENT = 300

export function FourButtons({ name, onSay }: { name: string; onSay: Say }) {
  const { i18n, t } = useLingui()
  const [more, setMore] = useState(false)
  const [comment, setComment] = useState('')
  const [byPhone, setByPhone] = useState(false)
  return (
    <Stack gap={2} padX={4} padBelow={3} padAbove={1}>
      {more && (
        <Stack gap={2}>
          <TextInput
            label={t`Comment`}
            maxLength={LONGEST_COMMENT}
            data-autofocus
            value={comment}
            onChange={event => setComment(event.currentTarget.value)}
          />
          <Checkbox
            label={t`I spoke to them by phone`}
            checked={byPhone}
            onChange={event => setByPhone(event.currentTarget.checked)}
          />
        </Stack>
      )}
      <Stack cols="repeat(4, minmax(0, 1fr))" gap={2}>
        {outcome.options.map(says => {
          const { label, tone } = outcomeWords[says]
          const words = i18n._(label)
          return (
            <Box
              key={says}
              as="button"
              type="button"
              bare
              center
              pointer
              hovers
              atLeast="finger"
              edge="strong"
              round="control"
              ground="surface"
              size="small"
              strong
              breaks
              text="center"
              tone={tone === 'off' ? 'ink-2' : tone}
              aria-label={`${words}: ${name}`}
              onClick={() =>
                onSay(says, {
                  means: byPhone ? 'phone' : 'point',
                  ...(comment.trim() && { comment: comment.trim() }),
                })
              }
            >
              {words}
            </Box>
          )
        })}
      </Stack>
      <Row justify="end">
        <Text
          as="button"
          type="button"
          bare
          pointer
          touchable
          size="caption"
          tone="ink-2"
          aria-expanded={more}
          aria-label={t`Comment or phone call: ${name}`}
          onClick={() => setMore(!more)}
        >
          <Trans>Comment or phone call</Trans>
        </Text>
      </Row>
    </Stack>
  )
}

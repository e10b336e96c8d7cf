// Who is on the site by trade: how many of how many, and who stands behind each figure.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { look } from '../../ui/kit/look.ts'
import { List, Muted, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { StaleBadge } from '../../ui/states.tsx'
import { presenceOptions, usePresenceLive } from './people-query.ts'
import { figureOf, groupBy } from './presence-groups.ts'

export function TradesOnSite() {
  const { i18n, t } = useLingui()
  const number = numberFormat(useIntlLocale())
  const online = useOnline()
  const presence = useQuery(presenceOptions())
  usePresenceLive()
  const groups = presence.data ? groupBy('trade', presence.data.people, presence.data.posts) : []
  return (
    <Stack as="section" gap={2} aria-label={t`On site by trade`}>
      <Row gap={2} wrap>
        <SectionTitle>{t`On site by trade`}</SectionTitle>
        {presence.data && (!online || presence.isError) && <StaleBadge at={presence.dataUpdatedAt} />}
      </Row>
      {!presence.data ? (
        presence.isError && <Muted role="alert">{i18n._(wordsForError(presence.error))}</Muted>
      ) : groups.length === 0 ? (
        <Muted>
          <Trans>Nobody is listed yet</Trans>
        </Muted>
      ) : (
        <List stack tiles="small" gap={2}>
          {groups.map(({ key, name, here, people }) => {
            const helmets = people.filter(each => figureOf(each) === 'here' && each.wears).length
            return (
              <li key={key}>
                <a
                  className={look({
                    stack: true,
                    gap: 0,
                    pad: 2,
                    round: 'control',
                    edge: 'line',
                    hovers: true,
                    undecorated: true,
                    tone: 'ink',
                  })}
                  href={`#/index4personnel?${new URLSearchParams({ by: 'trade', group: key, state: 'here' })}`}
                >
                  <Row as="span" justify="between" gap={2}>
                    <Text as="bdi" clip>
                      {name ?? <Trans>Without a post or trade</Trans>}
                    </Text>
                    <Text strong nowrap>
                      <bdi>
                        {number.format(here)} / {number.format(people.length)}
                      </bdi>
                    </Text>
                  </Row>
                  <Text size="caption" tone="ink-2">
                    <Trans>{number.format(helmets)} with a device</Trans>
                  </Text>
                </a>
              </li>
            )
          })}
        </List>
      )}
    </Stack>
  )
}

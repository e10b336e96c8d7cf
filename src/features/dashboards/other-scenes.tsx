// The other scenes on the city's dashboard: each with its first figures, and a way to it.
import { useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { figures } from '../../domain/scene/figures.ts'
import { type SceneName, sceneNames, scenes } from '../../domain/scene/scenes.ts'
import { figureWords, sceneWords } from '../../resource/scene-words.ts'
import { look } from '../../ui/kit/look.ts'
import { List, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { snapshotOptions } from './use-snapshot.ts'

/** They lie beside what one looks at: once a minute is enough. */
const SELDOM_MS = 60_000
const FIRST = 2

/** The kinds of places that the city is made of; who works in the duty room looks at that by itself. */
const places = sceneNames.filter(scene => scene !== 'city' && scene !== 'duty')

export function OtherScenes({ opens }: { opens: (path: string) => boolean }) {
  const { i18n, t } = useLingui()
  const number = numberFormat(useIntlLocale())
  const shown: SceneName[] = places.filter(scene => opens(scenes[scene].path))
  const answers = useQueries({
    queries: shown.map(scene => ({ ...snapshotOptions(scene), refetchInterval: SELDOM_MS })),
  })
  const lines = shown.flatMap((scene, at) => {
    const list = answers[at]?.data?.figures.slice(0, FIRST) ?? []
    return list.length > 0 ? [{ scene, list }] : []
  })
  if (lines.length === 0) return null
  return (
    <Stack as="section" gap={2} aria-label={t`Scenes`}>
      <SectionTitle>{t`Scenes`}</SectionTitle>
      <List stack tiles="small" gap={2}>
        {lines.map(({ scene, list }) => (
          <li key={scene}>
            <a
              className={look({
                stack: true,
                gap: 1,
                pad: 2,
                round: 'control',
                edge: 'line',
                hovers: true,
                undecorated: true,
                tone: 'ink',
              })}
              href={`#${scenes[scene].path}`}
            >
              <Text strong>{i18n._(sceneWords[scene])}</Text>
              {list.map(({ key, value, of }) => (
                <Row as="span" key={key} gap={2} justify="between" size="small">
                  <Text tone="ink-2">{i18n._(figureWords[key])}</Text>
                  <Text strong tone={value > 0 ? (figures[key].tone ?? 'ink') : 'ink'} nowrap>
                    <bdi>
                      {number.format(value)}
                      {of !== null && ` / ${number.format(of)}`}
                    </bdi>
                  </Text>
                </Row>
              ))}
            </a>
          </li>
        ))}
      </List>
    </Stack>
  )
}

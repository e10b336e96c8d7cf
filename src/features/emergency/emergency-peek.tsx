// The panel of an emergency beside the list: what it is, who has which role, and the way into its room.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { EmergencyRow } from '../../domain/emergency/emergency.ts'
import { emergencyRole, holdersOf } from '../../domain/emergency/emergency-log.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { logOptions } from './emergency-query.ts'
import { emergencyPath, kindWords, roleWords, severityWords, stateWords } from './emergency-words.ts'

export function EmergencyPeek({ row }: { row: EmergencyRow }) {
  const { i18n, t } = useLingui()
  const { data, error, isError, refetch } = useQuery(logOptions(row.id))
  const holders = data && holdersOf(data.entries)
  return (
    <>
      <PeekSection>
        <a
          className={look({ inline: true, gap: 2, touchable: true, tone: 'accent', strong: true })}
          href={`#${emergencyPath(row.id)}`}
        >
          <Icon name="forward" /> <Trans>Go to the emergency</Trans>
        </a>
      </PeekSection>
      <PeekSection>
        <Facts
          facts={[
            { id: 'state', label: t`State`, value: i18n._(stateWords[row.state].label) },
            { id: 'severity', label: t`Severity`, value: i18n._(severityWords[row.severity].label) },
            {
              id: 'kind',
              label: t({ context: 'emergency', message: 'Kind' }),
              value: i18n._(kindWords[row.kind].label),
            },
            { id: 'place', label: t`Place`, value: row.place && <bdi>{row.place}</bdi> },
            { id: 'owner', label: t`Owner`, value: row.ownerName && <bdi>{row.ownerName}</bdi> },
            {
              id: 'startedAt',
              label: t`Started at`,
              value: <bdi dir="ltr">{formatMoment(row.startedAt)}</bdi>,
            },
            ...(holders
              ? emergencyRole.options.map(role => ({
                  id: role,
                  label: i18n._(roleWords[role]),
                  value: holders.has(role) && <bdi>{holders.get(role)?.name}</bdi>,
                }))
              : []),
          ]}
        />
        {!data &&
          (isError ? (
            <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />
          ) : (
            <Loading variant="list" count={3} />
          ))}
      </PeekSection>
      {row.finding && (
        <PeekSection title={<Trans>What was found</Trans>}>
          <Text as="p" lines breaks>
            <bdi>{row.finding}</bdi>
          </Text>
        </PeekSection>
      )}
    </>
  )
}

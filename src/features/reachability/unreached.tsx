// How many of those who must hear of SOS and calls are reached by no channel; a press opens the board that says who.
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { reachabilityOf, silentOf } from '../../domain/notice/reachability.ts'
import { look } from '../../ui/kit/look.ts'
import { Row, Text } from '../../ui/kit/parts.tsx'
import { StaleBadge } from '../../ui/states.tsx'
import { openReachability } from './reachability-drawer.ts'
import { boardOptions } from './reachability-query.ts'

/** Only for who may see the board. */
export function Unreached() {
  const { data, isError, dataUpdatedAt } = useQuery(boardOptions())
  if (!data) return null
  const all = data.people.length
  const lost = data.people.filter(({ channels }) => {
    const reached = reachabilityOf(channels)
    return reached === 'none' || reached === 'failing'
  }).length
  const dark = silentOf(data.walls).length
  return (
    <Row gap={2} wrap>
      <button
        type="button"
        className={look({
          bare: true,
          pointer: true,
          text: 'start',
          tone: lost + dark > 0 ? 'critical' : 'ok',
          quietLink: true,
          touchable: true,
        })}
        onClick={() => openReachability('board')}
      >
        {all === 0 ? (
          <Trans>Nobody receives SOS or calls</Trans>
        ) : lost === 0 ? (
          <Trans>Everybody who receives SOS or calls has a channel.</Trans>
        ) : (
          <Text strong>
            <Plural
              value={lost}
              one={`# of ${all} people is reached by no channel`}
              other={`# of ${all} people are reached by no channel`}
            />
          </Text>
        )}
        {dark > 0 && (
          <Text strong>
            {' '}
            <Plural value={dark} one="# wall may be dark." other="# walls may be dark." />
          </Text>
        )}
      </button>
      {isError && <StaleBadge at={dataUpdatedAt} />}
    </Row>
  )
}

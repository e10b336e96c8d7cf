// Who is on duty now, as the duty room's dashboard has it: by posts, from the published roster.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { weekOf } from '../../domain/duty/coverage.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { tenantZone } from '../../resource/zone.ts'
import { look } from '../../ui/kit/look.ts'
import { Muted } from '../../ui/kit/parts.tsx'
import { StaleBadge } from '../../ui/states.tsx'
import { OnDutyNow } from './on-duty-now.tsx'
import { postsOf, rosterPosts, shiftsOptions } from './roster-query.ts'
import { useNow } from './use-now.ts'

/** `reports`: the page of shift reports lies open to this person. */
export function DutyDesk({ reports }: { reports: boolean }) {
  const { i18n } = useLingui()
  const router = useRouter()
  const now = useNow()
  const shifts = useQuery({ ...shiftsOptions(weekOf(tenantZone(), now)), refetchInterval: 60_000 })
  const posts = useQuery(rosterPosts)
  if (!shifts.data)
    return shifts.isError ? <Muted role="alert">{i18n._(wordsForError(shifts.error))}</Muted> : null
  return (
    <>
      {shifts.isError && <StaleBadge at={shifts.dataUpdatedAt} />}
      <OnDutyNow
        posts={postsOf(posts.data?.list ?? [], shifts.data)}
        shifts={shifts.data}
        now={now}
        onOpen={() => router.history.push('/dutyUser')}
      />
      {reports && (
        <a
          className={look({ at: 'start', tone: 'accent', size: 'small', touchable: true })}
          href="#/shiftReport"
        >
          <Trans context="page">Shift report</Trans>
        </a>
      )}
    </>
  )
}

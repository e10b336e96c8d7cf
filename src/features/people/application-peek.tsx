// The panel of an application: who, what follows when it passes, and what became of it.
import { Trans, useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { application } from '../../domain/people/application.ts'
import { useRights } from '../../resource/surroundings.ts'
import { Facts } from '../../ui/facts.tsx'
import { look } from '../../ui/kit/look.ts'
import { List, Muted, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'

type Application = RowOf<typeof application>

export function ApplicationPeek({ application: row }: { application: Application }) {
  const { t } = useLingui()
  const may = useRights()
  const link = look({ tone: 'accent', touchable: true, inline: true })
  return (
    <>
      <PeekSection>
        <Facts
          facts={[
            {
              id: 'day',
              label: row.kind === 'join' ? t`First day` : t`Last day`,
              value: <bdi dir="ltr">{row.day}</bdi>,
            },
            {
              id: 'person',
              label: t`Person`,
              value: row.workerId ? (
                <a className={link} href={`#/manageUser?open=${row.workerId}`}>
                  {row.name}
                </a>
              ) : (
                row.name
              ),
            },
            { id: 'phone', label: t`Phone`, value: row.phone },
            { id: 'trade', label: t`Trade`, value: row.trade },
            { id: 'department', label: t`Department`, value: row.departmentName },
            { id: 'post', label: t({ context: 'work', message: 'Post' }), value: row.postName },
            { id: 'reason', label: t`Reason`, value: row.reason },
            { id: 'by', label: t`Asked by`, value: row.askedByName },
            { id: 'decided', label: t`Decided by`, value: row.decidedBy },
            {
              id: 'at',
              label: t`Decided at`,
              value: row.decidedAt !== null && <bdi dir="ltr">{formatMoment(row.decidedAt)}</bdi>,
            },
            { id: 'said', label: t`What was said to it`, value: row.decision },
          ]}
        />
      </PeekSection>
      {row.kind === 'exit' && row.state !== 'failed' && (
        <PeekSection title={<Trans>What is still out</Trans>}>
          <StillOut row={row} />
        </PeekSection>
      )}
      {row.state === 'pending' && (
        <PeekSection title={<Trans>When it passes</Trans>}>
          <Text as="p" size="small" tone="ink-2">
            {row.kind === 'join' ? (
              <Trans>The person is listed among the staff from that day. A login is given apart.</Trans>
            ) : (
              <Trans>
                The day becomes their last one: what they wear and their cards know them no longer, and others
                may have them.
              </Trans>
            )}
          </Text>
          {may('approvalCase.read') && (
            <a className={link} href="#/approvals?kind=application">
              <Trans>Decide on it under approvals</Trans>
            </a>
          )}
        </PeekSection>
      )}
      {row.state === 'passed' && row.kind === 'join' && !row.hasLogin && may('user.save') && (
        <PeekSection>
          <a className={link} href="#/userList?form=new">
            <Trans>Make a login</Trans>
          </a>
        </PeekSection>
      )}
    </>
  )
}

function StillOut({ row }: { row: Application }) {
  const { t } = useLingui()
  const lines = [
    ...row.devicesOut.map(name => t`Device: ${name}`),
    ...row.cardsOut.map(name => t`Door card: ${name}`),
    ...(row.openWork > 0 ? [t`Open work: ${row.openWork}`] : []),
    ...(row.hasLogin ? [t`A login`] : []),
  ]
  if (lines.length === 0)
    return (
      <Muted as="p">
        <Trans>Nothing: no devices, no cards, no open work.</Trans>
      </Muted>
    )
  return (
    <List stack gap={1}>
      {lines.map(line => (
        <Text as="li" key={line} size="small">
          {line}
        </Text>
      ))}
    </List>
  )
}

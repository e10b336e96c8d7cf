// The keys of the alarm list: a few always in sight, all of them on demand.
import { Trans, useLingui } from '@lingui/react/macro'
import { Modal } from '@mantine/core'
import { alarm } from '../../domain/alarm/alarm.ts'
import { useRights } from '../../resource/surroundings.ts'
import { look } from '../../ui/kit/look.ts'
import { Inline, Row, Stack } from '../../ui/kit/parts.tsx'
import css from './triage-help.module.css'
import { helpFor } from './triage-keys.ts'

/** The most used keys beside the filters; the rest behind the question mark. */
export function TriageHint({ onHelp }: { onHelp: () => void }) {
  const may = useRights()
  return (
    <Inline gap={2} size="caption" tone="ink-3" nowrap goneOnTouch className={css.hint}>
      <span aria-hidden="true">
        <kbd>J</kbd> <kbd>K</kbd> <Trans>move</Trans>
      </span>
      {may(alarm.commands.take.permission) && (
        <span aria-hidden="true">
          <kbd>T</kbd> <Trans>take</Trans>
        </span>
      )}
      {may(alarm.commands.handle.permission) && (
        <span aria-hidden="true">
          <kbd>E</kbd> <Trans>handle</Trans>
        </span>
      )}
      <button
        type="button"
        className={look({
          bare: true,
          padX: 1,
          padY: 0,
          round: 'control',
          tone: 'ink-2',
          pointer: true,
          atLeast: 'chip',
        })}
        onClick={onHelp}
      >
        <kbd>?</kbd> <Trans>All keys</Trans>
      </button>
    </Inline>
  )
}

export function TriageHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { i18n, t } = useLingui()
  const may = useRights()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<Trans>Keys of the alarm list</Trans>}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack as="dl" gap={2}>
        {helpFor(may).map(({ keys, does }) => (
          <Stack cols="96px minmax(0, 1fr)" align="baseline" gap={3} key={keys[0]}>
            <Row as="dt" align="stretch" gap={1} tone="ink-2" dir="ltr">
              {keys.map(key => (
                <kbd key={key}>{key}</kbd>
              ))}
            </Row>
            <dd>{i18n._(does)}</dd>
          </Stack>
        ))}
      </Stack>
    </Modal>
  )
}

// The end of a roll call: with nobody unaccounted for, or with a reason under the name of who closes it.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useActions } from '../../resource/actions.tsx'
import { Box, List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import type { MusterRow, ShownRoll } from './use-roll.tsx'

interface CloseRollProps {
  row: MusterRow
  roll: ShownRoll
  onClose: () => void
}

export function CloseRoll({ row, roll, onClose }: CloseRollProps) {
  const { t } = useLingui()
  const { give } = useActions()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const left = roll.people.filter(({ key }) => roll.standings.get(key)?.state === 'unaccounted')
  const count = left.length
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (left.length > 0 && reason.trim() === '') return setMissing(true)
    setBusy(true)
    const done = await give('close', [row], reason.trim() === '' ? {} : { reason: reason.trim() })
    setBusy(false)
    if (done) onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Trans>Close the roll call</Trans>}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <form onSubmit={event => void submit(event)}>
        <Stack gap={3}>
          {roll.waiting.size > 0 && (
            <Text tone="warning" strong>
              <Trans>Something said on this device has not been sent yet.</Trans>
            </Text>
          )}
          {left.length === 0 ? (
            <Text>
              <Trans>Nobody is unaccounted for. What is said later is kept and marked as late.</Trans>
            </Text>
          ) : (
            <>
              <Text tone="critical" strong>
                <Plural
                  value={left.length}
                  one="Nobody has said anything of one person. No word does not mean safe."
                  other="Nobody has said anything of # people. No word does not mean safe."
                />
              </Text>
              <Box atMostTall="part" scroll="y">
                <List stack gap={1} aria-label={t`Unaccounted for`}>
                  {left.map(({ key, name, detail }) => (
                    <li key={key}>
                      <bdi>{[name, detail].filter(Boolean).join(' · ')}</bdi>
                    </li>
                  ))}
                </List>
              </Box>
              <Textarea
                label={t`Why it is closed all the same`}
                description={t`Kept with your name`}
                withAsterisk
                autosize
                minRows={2}
                maxLength={300}
                error={missing && t`Say why, in a few words`}
                value={reason}
                onChange={event => {
                  setMissing(false)
                  setReason(event.currentTarget.value)
                }}
              />
            </>
          )}
          <Row justify="end" gap={2} wrap>
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" color={left.length > 0 ? 'critical' : 'accent'} loading={busy}>
              {left.length > 0 ? (
                <Trans>Close with {count} unaccounted for</Trans>
              ) : (
                <Trans>Close the roll call</Trans>
              )}
            </Button>
          </Row>
        </Stack>
      </form>
    </Modal>
  )
}

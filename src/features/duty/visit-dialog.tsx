// What is still to be said of a point: a value that is read off, why it is late, a note.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal, NumberInput, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { RoundPoint } from '../../domain/duty/patrol.ts'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { clockAt } from './time-words.ts'
import type { VisitSaid } from './use-visit.tsx'

export interface AskedVisit {
  point: RoundPoint
  said: VisitSaid
  late: boolean
}

interface VisitDialogProps {
  asked: AskedVisit
  onClose: () => void
  onSaid: (said: VisitSaid) => void
}

export function VisitDialog({ asked: { point, said, late }, onClose, onSaid }: VisitDialogProps) {
  const { t } = useLingui()
  const [reading, setReading] = useState<number | string>('')
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const needsNote = said.way === 'reason' || late
  const asksReading = point.readingUnit !== null && point.readingUnit !== '' && said.way !== 'reason'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (needsNote && note.trim() === '') return setMissing(true)
    onSaid({
      ...said,
      ...(note.trim() !== '' && { note: note.trim() }),
      ...(typeof reading === 'number' && { reading }),
    })
  }
  return (
    <Modal opened onClose={onClose} title={point.name} closeButtonProps={{ 'aria-label': t`Close` }}>
      <form onSubmit={submit}>
        <Stack gap={3}>
          {late && (
            <Text tone="warning">
              <Trans>It was due at {clockAt(point.dueAt)}.</Trans>
            </Text>
          )}
          {asksReading && (
            <NumberInput
              label={t`Value read off`}
              value={reading}
              onChange={setReading}
              suffix={` ${point.readingUnit}`}
              hideControls
              inputMode="decimal"
              data-autofocus
            />
          )}
          <Textarea
            label={
              said.way === 'reason' ? t`Why was it not reached in time?` : late ? t`Why so late?` : t`Note`
            }
            error={missing && t`Say why, in a few words`}
            maxLength={300}
            autosize
            minRows={2}
            value={note}
            onChange={event => {
              setMissing(false)
              setNote(event.currentTarget.value)
            }}
          />
          <Row justify="end" gap={2}>
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit">
              {said.way === 'reason' ? <Trans>Save the reason</Trans> : <Trans>Point reached</Trans>}
            </Button>
          </Row>
        </Stack>
      </form>
    </Modal>
  )
}

// Keeps a question of the analysis as a report: it can be looked at again, sent as a file, made by itself.

import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { report } from '../../domain/report/report.ts'
import { newKey, sendRequest } from '../../platform/http.ts'
import { RequestError } from '../../platform/request-error.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { showToast } from '../../platform/toast.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { endpointsFor, invalidateEntity } from '../../resource/query.ts'
import { useFocusBack } from '../../ui/arrival-focus.ts'
import { look } from '../../ui/kit/look.ts'
import { Row, Text } from '../../ui/kit/parts.tsx'
import type { Question } from './analysis-search.ts'
import { storedQuestion } from './analysis-search.ts'

const LONGEST = 60
/** Eight in the morning, should somebody give it a schedule. */
const AT_MINUTE = 8 * 60

export function SaveReport({ question, onClose }: { question: Question; onClose: () => void }) {
  useFocusBack()
  const { i18n, t } = useLingui()
  const client = useQueryClient()
  const key = useRef(newKey())
  const [name, setName] = useState(question.subject === 'alarms' ? t`Alarms over time` : t`Devices online`)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const stored = storedQuestion(question, serverNow())
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setProblem(t`Must not be empty`)
    setBusy(true)
    try {
      await sendRequest(
        endpointsFor(report).save,
        {
          ...stored,
          name: name.trim(),
          chart: 'bar',
          schedule: 'none',
          atMinute: AT_MINUTE,
          format: 'xlsx',
        },
        { idempotencyKey: key.current },
      )
      showToast({
        kind: 'ok',
        message: msg`The report is saved`,
        link: { label: msg`Go to the reports`, to: '/Report' },
      })
      void invalidateEntity(client, report)
      onClose()
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      setProblem(i18n._(wordsForError(error)))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Trans>Save as a report</Trans>}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <form className={look({ stack: true, gap: 3 })} onSubmit={event => void save(event)} noValidate>
        <TextInput
          label={t`Name`}
          data-autofocus
          withAsterisk
          maxLength={LONGEST}
          value={name}
          error={problem}
          onChange={event => {
            key.current = newKey()
            setProblem(undefined)
            setName(event.currentTarget.value)
          }}
        />
        <Text as="p" size="small" tone="ink-2">
          {stored.period === 'custom' ? (
            <Trans>
              It keeps exactly these days. Choose «7 days» and the like for a period that moves along.
            </Trans>
          ) : (
            <Trans>Its period moves along with time.</Trans>
          )}
        </Text>
        <Row align="stretch" justify="end" gap={2}>
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" loading={busy}>{t`Save`}</Button>
        </Row>
      </form>
    </Modal>
  )
}
